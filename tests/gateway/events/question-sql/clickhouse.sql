-- downloads of a range

SELECT count() AS size
FROM changed_decisions
WHERE last_event <= 40;

SELECT count(*) AS total, count(DISTINCT origin_id) AS origins, count(DISTINCT endpoint_id) AS endpoints
FROM events
WHERE artifact IN (2, 1) AND seq < 40 AND (counted <> (seq IN (SELECT seq
      FROM (SELECT DISTINCT seq, last_event
        FROM changed_decisions
        WHERE last_event <= 40)
      GROUP BY seq
      HAVING count() % 2 = 1))) AND time >= 1769817600000 AND time < 1773273600000 AND NOT do_not_track
HAVING count(*) > 0
ORDER BY total DESC
LIMIT 1000;


-- downloads by day and version

SELECT count() AS size
FROM changed_decisions
WHERE last_event <= 40;

SELECT toDate(toUInt16(intDiv(time, 86400000))) AS day, version AS v0, count(*) AS total, count(DISTINCT origin_id) AS origins, count(DISTINCT endpoint_id) AS endpoints
FROM events
WHERE artifact IN (2, 1) AND seq < 40 AND (counted <> (seq IN (SELECT seq
      FROM (SELECT DISTINCT seq, last_event
        FROM changed_decisions
        WHERE last_event <= 40)
      GROUP BY seq
      HAVING count() % 2 = 1))) AND time >= 1769817600000 AND time < 1773273600000 AND NOT do_not_track
GROUP BY ALL
ORDER BY day, total DESC, v0
LIMIT 1000;


-- downloads by month and company, with filters and corrections

SELECT count() AS size
FROM changed_decisions
WHERE last_event <= 40;

SELECT toStartOfMonth(toDate(toUInt16(intDiv(time, 86400000)))) AS day, CASE WHEN connection_type = 'hosting' THEN '' ELSE company_name END AS v0, CASE WHEN connection_type = 'hosting' THEN '' ELSE company_domain END AS v1, count(*) AS total, count(DISTINCT origin_id) AS origins, count(DISTINCT endpoint_id) AS endpoints, min(time) AS first, max(time) AS last
FROM (SELECT * EXCEPT (said, said_name, said_domain) REPLACE (if(said = 0, company_name, said_name) AS company_name, if(said = 0, company_domain, said_domain) AS company_domain, multiIf(said = 0, confidence, said_name = '' AND said_domain = '', NULL, 1.0) AS confidence, multiIf(said = 0, connection_type, said_name = '' AND said_domain = '', if(connection_type = 'business' OR connection_type IN ('education', 'government'), '', connection_type), connection_type IN ('education', 'government'), connection_type, 'business') AS connection_type)
  FROM (SELECT *, JSONExtract('["Aoba"]', 'Array(String)')[said] AS said_name, JSONExtract('["aoba.example"]', 'Array(String)')[said] AS said_domain
    FROM (SELECT *, transform(CASE WHEN network <> '' THEN splitByChar(' ', network)[1] WHEN connection_type = 'hosting' THEN '' WHEN company_domain <> '' THEN '=' || company_domain WHEN company_name <> '' THEN '=' || company_name ELSE '' END, JSONExtract('["AS13"]', 'Array(String)'), [1], 0) AS said
      FROM events) AS events) AS events) AS events
WHERE artifact IN (2, 1) AND seq < 40 AND (counted <> (seq IN (SELECT seq
      FROM (SELECT DISTINCT seq, last_event
        FROM changed_decisions
        WHERE last_event <= 40)
      GROUP BY seq
      HAVING count() % 2 = 1))) AND time >= 1769817600000 AND time < 1773273600000 AND NOT do_not_track AND (startsWith(lower(version), '1.') OR startsWith(lower(version), '2.')) AND CASE WHEN connection_type = 'hosting' THEN '' WHEN company_domain = '' THEN company_name ELSE company_domain END NOT IN (SELECT arrayJoin(JSONExtract('["aoba.example"]', 'Array(String)')))
GROUP BY ALL
ORDER BY day, total DESC, v0, v1
LIMIT 1000;


-- downloads of one platform by package, from summaries

SELECT count() AS size
FROM changed_decisions
WHERE last_event <= 40;

SELECT counts.*, visitors.origins
FROM (SELECT artifact AS a, sum(events)::BIGINT AS total, min(time) AS first, max(last) AS last
  FROM (SELECT artifact, platform, first AS time, last, events
    FROM daily_programs
    WHERE artifact IN (2, 1) AND part IN (9, 8) AND day >= DATE '2026-01-31' AND day < DATE '2026-03-12' AND counted AND NOT do_not_track
    UNION ALL
    SELECT artifact, platform, time, time AS last, 1 AS events
    FROM events
    WHERE artifact IN (2, 1) AND seq >= 30 AND seq < 40 AND time >= 1769817600000 AND time < 1773273600000 AND (counted <> (seq IN (SELECT seq
          FROM (SELECT DISTINCT seq, last_event
            FROM changed_decisions
            WHERE last_event <= 40)
          GROUP BY seq
          HAVING count() % 2 = 1))) AND NOT do_not_track
    UNION ALL
    SELECT artifact, platform, time, time AS last, 1 AS events
    FROM events
    WHERE artifact IN (0) AND seq < 30 AND time >= 1769904000000 AND time < 1772323200000 AND (counted <> (seq IN (SELECT seq
          FROM (SELECT DISTINCT seq, last_event
            FROM changed_decisions
            WHERE last_event <= 40)
          GROUP BY seq
          HAVING count() % 2 = 1))) AND NOT do_not_track) AS events
  WHERE lower(platform) IN ('linux')
  GROUP BY ALL) AS counts
LEFT
JOIN (SELECT a, origins
  FROM (SELECT period, a, sum(visitors)::BIGINT AS origins
    FROM (SELECT id_period AS period, artifact AS a, count(*)::BIGINT AS visitors
      FROM (SELECT artifact, id_period, origin_id, platform
        FROM visitor_months 
        WHERE artifact IN (2, 1) AND part IN (9, 8) AND month >= DATE '2026-01-01' AND month < DATE '2026-03-12' AND (CASE WHEN month = DATE '2026-01-01' THEN bitAnd(days, toUInt32(1073741824)) WHEN month = DATE '2026-03-01' THEN bitAnd(days, toUInt32(2047)) ELSE days END) <> 0 AND alone) AS events
      WHERE lower(platform) IN ('linux')
      GROUP BY ALL
      UNION ALL
      SELECT id_period AS period, artifact AS a, count(DISTINCT origin_id)::BIGINT AS visitors
      FROM (SELECT artifact, id_period, origin_id, platform
        FROM visitor_months 
        WHERE artifact IN (2, 1) AND part IN (9, 8) AND month >= DATE '2026-01-01' AND month < DATE '2026-03-12' AND (CASE WHEN month = DATE '2026-01-01' THEN bitAnd(days, toUInt32(1073741824)) WHEN month = DATE '2026-03-01' THEN bitAnd(days, toUInt32(2047)) ELSE days END) <> 0 AND NOT (alone)
        UNION ALL
        SELECT artifact, id_period, origin_id, platform
        FROM events
        WHERE artifact IN (2, 1) AND seq >= 30 AND seq < 40 AND time >= 1769817600000 AND time < 1773273600000 AND (counted <> (seq IN (SELECT seq
              FROM (SELECT DISTINCT seq, last_event
                FROM changed_decisions
                WHERE last_event <= 40)
              GROUP BY seq
              HAVING count() % 2 = 1))) AND NOT do_not_track
        UNION ALL
        SELECT artifact, id_period, origin_id, platform
        FROM events
        WHERE artifact IN (0) AND seq < 30 AND time >= 1769904000000 AND time < 1772323200000 AND (counted <> (seq IN (SELECT seq
              FROM (SELECT DISTINCT seq, last_event
                FROM changed_decisions
                WHERE last_event <= 40)
              GROUP BY seq
              HAVING count() % 2 = 1))) AND NOT do_not_track) AS events
      WHERE lower(platform) IN ('linux')
      GROUP BY ALL
      UNION ALL
      SELECT period, a, -count(*)::BIGINT AS visitors
      FROM (SELECT id_period AS period, artifact AS a, origin_id
        FROM (SELECT artifact, id_period, origin_id, platform
          FROM visitor_months 
          WHERE artifact IN (2, 1) AND part IN (9, 8) AND month >= DATE '2026-01-01' AND month < DATE '2026-03-12' AND (CASE WHEN month = DATE '2026-01-01' THEN bitAnd(days, toUInt32(1073741824)) WHEN month = DATE '2026-03-01' THEN bitAnd(days, toUInt32(2047)) ELSE days END) <> 0 AND alone AND origin_id IN (SELECT origin_id
            FROM (SELECT artifact, id_period, origin_id, platform
              FROM events
              WHERE artifact IN (2, 1) AND seq >= 30 AND seq < 40 AND time >= 1769817600000 AND time < 1773273600000 AND (counted <> (seq IN (SELECT seq
                    FROM (SELECT DISTINCT seq, last_event
                      FROM changed_decisions
                      WHERE last_event <= 40)
                    GROUP BY seq
                    HAVING count() % 2 = 1))) AND NOT do_not_track
              UNION ALL
              SELECT artifact, id_period, origin_id, platform
              FROM events
              WHERE artifact IN (0) AND seq < 30 AND time >= 1769904000000 AND time < 1772323200000 AND (counted <> (seq IN (SELECT seq
                    FROM (SELECT DISTINCT seq, last_event
                      FROM changed_decisions
                      WHERE last_event <= 40)
                    GROUP BY seq
                    HAVING count() % 2 = 1))) AND NOT do_not_track) AS met)) AS events
        WHERE lower(platform) IN ('linux')
        GROUP BY ALL) AS one
      JOIN (SELECT id_period AS period, artifact AS a, origin_id
        FROM (SELECT artifact, id_period, origin_id, platform
          FROM events
          WHERE artifact IN (2, 1) AND seq >= 30 AND seq < 40 AND time >= 1769817600000 AND time < 1773273600000 AND (counted <> (seq IN (SELECT seq
                FROM (SELECT DISTINCT seq, last_event
                  FROM changed_decisions
                  WHERE last_event <= 40)
                GROUP BY seq
                HAVING count() % 2 = 1))) AND NOT do_not_track
          UNION ALL
          SELECT artifact, id_period, origin_id, platform
          FROM events
          WHERE artifact IN (0) AND seq < 30 AND time >= 1769904000000 AND time < 1772323200000 AND (counted <> (seq IN (SELECT seq
                FROM (SELECT DISTINCT seq, last_event
                  FROM changed_decisions
                  WHERE last_event <= 40)
                GROUP BY seq
                HAVING count() % 2 = 1))) AND NOT do_not_track) AS events
        WHERE lower(platform) IN ('linux')
        GROUP BY ALL) AS other USING (period, a, origin_id)
      GROUP BY ALL)
    GROUP BY ALL
    HAVING sum(visitors) > 0)) AS visitors USING (a)
ORDER BY total DESC, a
LIMIT 1000;


-- downloads by a variable

SELECT count() AS size
FROM changed_decisions
WHERE last_event <= 40;

SELECT pair.key AS v0, pair.value AS v1, count(*) AS total, count(DISTINCT origin_id) AS origins, count(DISTINCT endpoint_id) AS endpoints
FROM (SELECT *, CAST(('plan', if(has(variables_names, 'plan'), variables_values[indexOf(variables_names, 'plan')], NULL)), 'Tuple(key String, value Nullable(String))') AS pair
  FROM events
  WHERE artifact IN (2, 1) AND seq < 40 AND (counted <> (seq IN (SELECT seq
        FROM (SELECT DISTINCT seq, last_event
          FROM changed_decisions
          WHERE last_event <= 40)
        GROUP BY seq
        HAVING count() % 2 = 1))) AND time >= 1769817600000 AND time < 1773273600000 AND NOT do_not_track AND notEmpty(variables_names))
WHERE pair.value IS NOT NULL
GROUP BY ALL
ORDER BY total DESC, v0, v1
LIMIT 1000;


-- downloads of a range, from summaries

SELECT count() AS size
FROM changed_decisions
WHERE last_event <= 40;

SELECT counts.*, visitors.origins, visitors.endpoints
FROM (SELECT sum(events)::BIGINT AS total
  FROM (SELECT artifact, first AS time, last, events
    FROM daily_programs
    WHERE artifact IN (2, 1) AND part IN (9, 8) AND day >= DATE '2026-01-31' AND day < DATE '2026-03-12' AND counted AND NOT do_not_track
    UNION ALL
    SELECT artifact, time, time AS last, 1 AS events
    FROM events
    WHERE artifact IN (2, 1) AND seq >= 30 AND seq < 40 AND time >= 1769817600000 AND time < 1773273600000 AND (counted <> (seq IN (SELECT seq
          FROM (SELECT DISTINCT seq, last_event
            FROM changed_decisions
            WHERE last_event <= 40)
          GROUP BY seq
          HAVING count() % 2 = 1))) AND NOT do_not_track
    UNION ALL
    SELECT artifact, time, time AS last, 1 AS events
    FROM events
    WHERE artifact IN (0) AND seq < 30 AND time >= 1769904000000 AND time < 1772323200000 AND (counted <> (seq IN (SELECT seq
          FROM (SELECT DISTINCT seq, last_event
            FROM changed_decisions
            WHERE last_event <= 40)
          GROUP BY seq
          HAVING count() % 2 = 1))) AND NOT do_not_track) AS events
  HAVING count(*) > 0) AS counts , (SELECT origins, endpoints
  FROM (SELECT *
    FROM (SELECT period, sum(visitors)::BIGINT AS origins
      FROM (SELECT id_period AS period, count(DISTINCT origin_id)::BIGINT AS visitors
        FROM (SELECT *
          FROM (SELECT artifact, id_period, origin_id
            FROM visitor_months 
            WHERE artifact IN (2, 1) AND part IN (9, 8) AND month >= DATE '2026-01-01' AND month < DATE '2026-03-12' AND (CASE WHEN month = DATE '2026-01-01' THEN bitAnd(days, toUInt32(1073741824)) WHEN month = DATE '2026-03-01' THEN bitAnd(days, toUInt32(2047)) ELSE days END) <> 0
            UNION ALL
            SELECT artifact, id_period, origin_id
            FROM events
            WHERE artifact IN (2, 1) AND seq >= 30 AND seq < 40 AND time >= 1769817600000 AND time < 1773273600000 AND (counted <> (seq IN (SELECT seq
                  FROM (SELECT DISTINCT seq, last_event
                    FROM changed_decisions
                    WHERE last_event <= 40)
                  GROUP BY seq
                  HAVING count() % 2 = 1))) AND NOT do_not_track
            UNION ALL
            SELECT artifact, id_period, origin_id
            FROM events
            WHERE artifact IN (0) AND seq < 30 AND time >= 1769904000000 AND time < 1772323200000 AND (counted <> (seq IN (SELECT seq
                  FROM (SELECT DISTINCT seq, last_event
                    FROM changed_decisions
                    WHERE last_event <= 40)
                  GROUP BY seq
                  HAVING count() % 2 = 1))) AND NOT do_not_track)) AS events
        GROUP BY ALL)
      GROUP BY ALL
      HAVING sum(visitors) > 0) AS ones
    JOIN (SELECT period, sum(visitors)::BIGINT AS endpoints
      FROM (SELECT id_period AS period, count(DISTINCT endpoint_id)::BIGINT AS visitors
        FROM (SELECT *
          FROM (SELECT artifact, id_period, endpoint_id
            FROM visitor_months 
            WHERE artifact IN (2, 1) AND part IN (9, 8) AND month >= DATE '2026-01-01' AND month < DATE '2026-03-12' AND (CASE WHEN month = DATE '2026-01-01' THEN bitAnd(days, toUInt32(1073741824)) WHEN month = DATE '2026-03-01' THEN bitAnd(days, toUInt32(2047)) ELSE days END) <> 0
            UNION ALL
            SELECT artifact, id_period, endpoint_id
            FROM events
            WHERE artifact IN (2, 1) AND seq >= 30 AND seq < 40 AND time >= 1769817600000 AND time < 1773273600000 AND (counted <> (seq IN (SELECT seq
                  FROM (SELECT DISTINCT seq, last_event
                    FROM changed_decisions
                    WHERE last_event <= 40)
                  GROUP BY seq
                  HAVING count() % 2 = 1))) AND NOT do_not_track
            UNION ALL
            SELECT artifact, id_period, endpoint_id
            FROM events
            WHERE artifact IN (0) AND seq < 30 AND time >= 1769904000000 AND time < 1772323200000 AND (counted <> (seq IN (SELECT seq
                  FROM (SELECT DISTINCT seq, last_event
                    FROM changed_decisions
                    WHERE last_event <= 40)
                  GROUP BY seq
                  HAVING count() % 2 = 1))) AND NOT do_not_track)) AS events
        GROUP BY ALL)
      GROUP BY ALL
      HAVING sum(visitors) > 0) AS others USING (period))) AS visitors
ORDER BY total DESC
LIMIT 1000;


-- downloads by day and country, from summaries

SELECT count() AS size
FROM changed_decisions
WHERE last_event <= 40;

SELECT counts.*, visitors.origins, visitors.endpoints
FROM (SELECT toDate(toUInt16(intDiv(time, 86400000))) AS day, country AS v0, sum(events)::BIGINT AS total
  FROM (SELECT artifact, country, first AS time, last, events
    FROM daily_places
    WHERE artifact IN (2, 1) AND part IN (9, 8) AND day >= DATE '2026-01-31' AND day < DATE '2026-03-12' AND counted AND NOT do_not_track
    UNION ALL
    SELECT artifact, country, time, time AS last, 1 AS events
    FROM events
    WHERE artifact IN (2, 1) AND seq >= 30 AND seq < 40 AND time >= 1769817600000 AND time < 1773273600000 AND (counted <> (seq IN (SELECT seq
          FROM (SELECT DISTINCT seq, last_event
            FROM changed_decisions
            WHERE last_event <= 40)
          GROUP BY seq
          HAVING count() % 2 = 1))) AND NOT do_not_track
    UNION ALL
    SELECT artifact, country, time, time AS last, 1 AS events
    FROM events
    WHERE artifact IN (0) AND seq < 30 AND time >= 1769904000000 AND time < 1772323200000 AND (counted <> (seq IN (SELECT seq
          FROM (SELECT DISTINCT seq, last_event
            FROM changed_decisions
            WHERE last_event <= 40)
          GROUP BY seq
          HAVING count() % 2 = 1))) AND NOT do_not_track) AS events
  GROUP BY ALL) AS counts
LEFT
JOIN (SELECT day, v0, origins, endpoints
  FROM (SELECT *
    FROM (SELECT period, (month + bit::INTEGER)::DATE AS day, v0, count::BIGINT AS origins
      FROM (SELECT month, period, v0, pair.1 AS bit, pair.2 AS count
        FROM (SELECT *, arrayJoin(arrayZip(range(length(counts)), counts)) AS pair
          FROM (SELECT month, period, v0, [sum(visitors) FILTER (WHERE bitAnd(days, toUInt32(1)) <> 0), sum(visitors) FILTER (WHERE bitAnd(days, toUInt32(2)) <> 0), sum(visitors) FILTER (WHERE bitAnd(days, toUInt32(4)) <> 0), sum(visitors) FILTER (WHERE bitAnd(days, toUInt32(8)) <> 0), sum(visitors) FILTER (WHERE bitAnd(days, toUInt32(16)) <> 0), sum(visitors) FILTER (WHERE bitAnd(days, toUInt32(32)) <> 0), sum(visitors) FILTER (WHERE bitAnd(days, toUInt32(64)) <> 0), sum(visitors) FILTER (WHERE bitAnd(days, toUInt32(128)) <> 0), sum(visitors) FILTER (WHERE bitAnd(days, toUInt32(256)) <> 0), sum(visitors) FILTER (WHERE bitAnd(days, toUInt32(512)) <> 0), sum(visitors) FILTER (WHERE bitAnd(days, toUInt32(1024)) <> 0), sum(visitors) FILTER (WHERE bitAnd(days, toUInt32(2048)) <> 0), sum(visitors) FILTER (WHERE bitAnd(days, toUInt32(4096)) <> 0), sum(visitors) FILTER (WHERE bitAnd(days, toUInt32(8192)) <> 0), sum(visitors) FILTER (WHERE bitAnd(days, toUInt32(16384)) <> 0), sum(visitors) FILTER (WHERE bitAnd(days, toUInt32(32768)) <> 0), sum(visitors) FILTER (WHERE bitAnd(days, toUInt32(65536)) <> 0), sum(visitors) FILTER (WHERE bitAnd(days, toUInt32(131072)) <> 0), sum(visitors) FILTER (WHERE bitAnd(days, toUInt32(262144)) <> 0), sum(visitors) FILTER (WHERE bitAnd(days, toUInt32(524288)) <> 0), sum(visitors) FILTER (WHERE bitAnd(days, toUInt32(1048576)) <> 0), sum(visitors) FILTER (WHERE bitAnd(days, toUInt32(2097152)) <> 0), sum(visitors) FILTER (WHERE bitAnd(days, toUInt32(4194304)) <> 0), sum(visitors) FILTER (WHERE bitAnd(days, toUInt32(8388608)) <> 0), sum(visitors) FILTER (WHERE bitAnd(days, toUInt32(16777216)) <> 0), sum(visitors) FILTER (WHERE bitAnd(days, toUInt32(33554432)) <> 0), sum(visitors) FILTER (WHERE bitAnd(days, toUInt32(67108864)) <> 0), sum(visitors) FILTER (WHERE bitAnd(days, toUInt32(134217728)) <> 0), sum(visitors) FILTER (WHERE bitAnd(days, toUInt32(268435456)) <> 0), sum(visitors) FILTER (WHERE bitAnd(days, toUInt32(536870912)) <> 0), sum(visitors) FILTER (WHERE bitAnd(days, toUInt32(1073741824)) <> 0)] AS counts
            FROM (SELECT month, period, v0, days, count(*)::BIGINT AS visitors
              FROM (SELECT month, id_period AS period, country AS v0, origin_id, groupBitOr(days) AS days
                FROM (SELECT artifact, id_period, origin_id, country, month, (CASE WHEN month = DATE '2026-01-01' THEN bitAnd(days, toUInt32(1073741824)) WHEN month = DATE '2026-03-01' THEN bitAnd(days, toUInt32(2047)) ELSE days END) AS days
                  FROM visitor_months 
                  WHERE artifact IN (2, 1) AND part IN (9, 8) AND month >= DATE '2026-01-01' AND month < DATE '2026-03-12' AND (CASE WHEN month = DATE '2026-01-01' THEN bitAnd(days, toUInt32(1073741824)) WHEN month = DATE '2026-03-01' THEN bitAnd(days, toUInt32(2047)) ELSE days END) <> 0
                  UNION ALL
                  SELECT artifact, id_period, origin_id, country, toStartOfMonth(toDate(toUInt16(intDiv(time, 86400000)))) AS month, bitShiftLeft(toUInt32(1), toDayOfMonth(toDate(toUInt16(intDiv(time, 86400000)))) - 1) AS days
                  FROM events
                  WHERE artifact IN (2, 1) AND seq >= 30 AND seq < 40 AND time >= 1769817600000 AND time < 1773273600000 AND (counted <> (seq IN (SELECT seq
                        FROM (SELECT DISTINCT seq, last_event
                          FROM changed_decisions
                          WHERE last_event <= 40)
                        GROUP BY seq
                        HAVING count() % 2 = 1))) AND NOT do_not_track
                  UNION ALL
                  SELECT artifact, id_period, origin_id, country, toStartOfMonth(toDate(toUInt16(intDiv(time, 86400000)))) AS month, bitShiftLeft(toUInt32(1), toDayOfMonth(toDate(toUInt16(intDiv(time, 86400000)))) - 1) AS days
                  FROM events
                  WHERE artifact IN (0) AND seq < 30 AND time >= 1769904000000 AND time < 1772323200000 AND (counted <> (seq IN (SELECT seq
                        FROM (SELECT DISTINCT seq, last_event
                          FROM changed_decisions
                          WHERE last_event <= 40)
                        GROUP BY seq
                        HAVING count() % 2 = 1))) AND NOT do_not_track) AS events
                GROUP BY ALL)
              GROUP BY ALL)
            GROUP BY ALL)))
      WHERE count <> 0) AS ones
    JOIN (SELECT period, (month + bit::INTEGER)::DATE AS day, v0, count::BIGINT AS endpoints
      FROM (SELECT month, period, v0, pair.1 AS bit, pair.2 AS count
        FROM (SELECT *, arrayJoin(arrayZip(range(length(counts)), counts)) AS pair
          FROM (SELECT month, period, v0, [sum(visitors) FILTER (WHERE bitAnd(days, toUInt32(1)) <> 0), sum(visitors) FILTER (WHERE bitAnd(days, toUInt32(2)) <> 0), sum(visitors) FILTER (WHERE bitAnd(days, toUInt32(4)) <> 0), sum(visitors) FILTER (WHERE bitAnd(days, toUInt32(8)) <> 0), sum(visitors) FILTER (WHERE bitAnd(days, toUInt32(16)) <> 0), sum(visitors) FILTER (WHERE bitAnd(days, toUInt32(32)) <> 0), sum(visitors) FILTER (WHERE bitAnd(days, toUInt32(64)) <> 0), sum(visitors) FILTER (WHERE bitAnd(days, toUInt32(128)) <> 0), sum(visitors) FILTER (WHERE bitAnd(days, toUInt32(256)) <> 0), sum(visitors) FILTER (WHERE bitAnd(days, toUInt32(512)) <> 0), sum(visitors) FILTER (WHERE bitAnd(days, toUInt32(1024)) <> 0), sum(visitors) FILTER (WHERE bitAnd(days, toUInt32(2048)) <> 0), sum(visitors) FILTER (WHERE bitAnd(days, toUInt32(4096)) <> 0), sum(visitors) FILTER (WHERE bitAnd(days, toUInt32(8192)) <> 0), sum(visitors) FILTER (WHERE bitAnd(days, toUInt32(16384)) <> 0), sum(visitors) FILTER (WHERE bitAnd(days, toUInt32(32768)) <> 0), sum(visitors) FILTER (WHERE bitAnd(days, toUInt32(65536)) <> 0), sum(visitors) FILTER (WHERE bitAnd(days, toUInt32(131072)) <> 0), sum(visitors) FILTER (WHERE bitAnd(days, toUInt32(262144)) <> 0), sum(visitors) FILTER (WHERE bitAnd(days, toUInt32(524288)) <> 0), sum(visitors) FILTER (WHERE bitAnd(days, toUInt32(1048576)) <> 0), sum(visitors) FILTER (WHERE bitAnd(days, toUInt32(2097152)) <> 0), sum(visitors) FILTER (WHERE bitAnd(days, toUInt32(4194304)) <> 0), sum(visitors) FILTER (WHERE bitAnd(days, toUInt32(8388608)) <> 0), sum(visitors) FILTER (WHERE bitAnd(days, toUInt32(16777216)) <> 0), sum(visitors) FILTER (WHERE bitAnd(days, toUInt32(33554432)) <> 0), sum(visitors) FILTER (WHERE bitAnd(days, toUInt32(67108864)) <> 0), sum(visitors) FILTER (WHERE bitAnd(days, toUInt32(134217728)) <> 0), sum(visitors) FILTER (WHERE bitAnd(days, toUInt32(268435456)) <> 0), sum(visitors) FILTER (WHERE bitAnd(days, toUInt32(536870912)) <> 0), sum(visitors) FILTER (WHERE bitAnd(days, toUInt32(1073741824)) <> 0)] AS counts
            FROM (SELECT month, period, v0, days, count(*)::BIGINT AS visitors
              FROM (SELECT month, id_period AS period, country AS v0, endpoint_id, groupBitOr(days) AS days
                FROM (SELECT artifact, id_period, endpoint_id, country, month, (CASE WHEN month = DATE '2026-01-01' THEN bitAnd(days, toUInt32(1073741824)) WHEN month = DATE '2026-03-01' THEN bitAnd(days, toUInt32(2047)) ELSE days END) AS days
                  FROM visitor_months 
                  WHERE artifact IN (2, 1) AND part IN (9, 8) AND month >= DATE '2026-01-01' AND month < DATE '2026-03-12' AND (CASE WHEN month = DATE '2026-01-01' THEN bitAnd(days, toUInt32(1073741824)) WHEN month = DATE '2026-03-01' THEN bitAnd(days, toUInt32(2047)) ELSE days END) <> 0
                  UNION ALL
                  SELECT artifact, id_period, endpoint_id, country, toStartOfMonth(toDate(toUInt16(intDiv(time, 86400000)))) AS month, bitShiftLeft(toUInt32(1), toDayOfMonth(toDate(toUInt16(intDiv(time, 86400000)))) - 1) AS days
                  FROM events
                  WHERE artifact IN (2, 1) AND seq >= 30 AND seq < 40 AND time >= 1769817600000 AND time < 1773273600000 AND (counted <> (seq IN (SELECT seq
                        FROM (SELECT DISTINCT seq, last_event
                          FROM changed_decisions
                          WHERE last_event <= 40)
                        GROUP BY seq
                        HAVING count() % 2 = 1))) AND NOT do_not_track
                  UNION ALL
                  SELECT artifact, id_period, endpoint_id, country, toStartOfMonth(toDate(toUInt16(intDiv(time, 86400000)))) AS month, bitShiftLeft(toUInt32(1), toDayOfMonth(toDate(toUInt16(intDiv(time, 86400000)))) - 1) AS days
                  FROM events
                  WHERE artifact IN (0) AND seq < 30 AND time >= 1769904000000 AND time < 1772323200000 AND (counted <> (seq IN (SELECT seq
                        FROM (SELECT DISTINCT seq, last_event
                          FROM changed_decisions
                          WHERE last_event <= 40)
                        GROUP BY seq
                        HAVING count() % 2 = 1))) AND NOT do_not_track) AS events
                GROUP BY ALL)
              GROUP BY ALL)
            GROUP BY ALL)))
      WHERE count <> 0) AS others USING (period, day, v0))) AS visitors USING (day, v0)
ORDER BY day, total DESC, v0
LIMIT 1000;


-- downloads by week and company, with filters and corrections, from summaries

SELECT count() AS size
FROM changed_decisions
WHERE last_event <= 40;

SELECT counts.*, visitors.origins, visitors.endpoints
FROM (SELECT toMonday(toDate(toUInt16(intDiv(time, 86400000)))) AS day, artifact AS a, CASE WHEN connection_type = 'hosting' THEN '' ELSE company_name END AS v0, CASE WHEN connection_type = 'hosting' THEN '' ELSE company_domain END AS v1, sum(events)::BIGINT AS total, min(time) AS first, max(last) AS last
  FROM (SELECT * EXCEPT (said, said_name, said_domain) REPLACE (if(said = 0, company_name, said_name) AS company_name, if(said = 0, company_domain, said_domain) AS company_domain, multiIf(said = 0, confidence, said_name = '' AND said_domain = '', NULL, 1.0) AS confidence, multiIf(said = 0, connection_type, said_name = '' AND said_domain = '', if(connection_type = 'business' OR connection_type IN ('education', 'government'), '', connection_type), connection_type IN ('education', 'government'), connection_type, 'business') AS connection_type)
    FROM (SELECT *, JSONExtract('["Aoba"]', 'Array(String)')[said] AS said_name, JSONExtract('["aoba.example"]', 'Array(String)')[said] AS said_domain
      FROM (SELECT *, transform(CASE WHEN network <> '' THEN splitByChar(' ', network)[1] WHEN connection_type = 'hosting' THEN '' WHEN company_domain <> '' THEN '=' || company_domain WHEN company_name <> '' THEN '=' || company_name ELSE '' END, JSONExtract('["AS13"]', 'Array(String)'), [1], 0) AS said
        FROM (SELECT artifact, version, connection_type, company_domain, company_name, network, confidence, time, time AS last, 1 AS events
          FROM events
          WHERE artifact IN (2, 1) AND seq < 40 AND time >= 1769817600000 AND time < 1773273600000 AND (counted <> (seq IN (SELECT seq
                FROM (SELECT DISTINCT seq, last_event
                  FROM changed_decisions
                  WHERE last_event <= 40)
                GROUP BY seq
                HAVING count() % 2 = 1))) AND NOT do_not_track) AS events) AS events) AS events) AS events
  WHERE (startsWith(lower(version), '1.') OR startsWith(lower(version), '2.')) AND CASE WHEN connection_type = 'hosting' THEN '' WHEN company_domain = '' THEN company_name ELSE company_domain END NOT IN (SELECT arrayJoin(JSONExtract('["aoba.example"]', 'Array(String)')))
  GROUP BY ALL) AS counts
LEFT
JOIN (SELECT day, a, v0, v1, origins, endpoints
  FROM (SELECT *
    FROM (SELECT period, day, a, v0, v1, sum(visitors)::BIGINT AS origins
      FROM (SELECT id_period AS period, toMonday(toDate(toUInt16(intDiv(time, 86400000)))) AS day, artifact AS a, CASE WHEN connection_type = 'hosting' THEN '' ELSE company_name END AS v0, CASE WHEN connection_type = 'hosting' THEN '' ELSE company_domain END AS v1, count(*)::BIGINT AS visitors
        FROM (SELECT * EXCEPT (said, said_name, said_domain) REPLACE (if(said = 0, company_name, said_name) AS company_name, if(said = 0, company_domain, said_domain) AS company_domain, multiIf(said = 0, confidence, said_name = '' AND said_domain = '', NULL, 1.0) AS confidence, multiIf(said = 0, connection_type, said_name = '' AND said_domain = '', if(connection_type = 'business' OR connection_type IN ('education', 'government'), '', connection_type), connection_type IN ('education', 'government'), connection_type, 'business') AS connection_type)
          FROM (SELECT *, JSONExtract('["Aoba"]', 'Array(String)')[said] AS said_name, JSONExtract('["aoba.example"]', 'Array(String)')[said] AS said_domain
            FROM (SELECT *, transform(CASE WHEN network <> '' THEN splitByChar(' ', network)[1] WHEN connection_type = 'hosting' THEN '' WHEN company_domain <> '' THEN '=' || company_domain WHEN company_name <> '' THEN '=' || company_name ELSE '' END, JSONExtract('["AS13"]', 'Array(String)'), [1], 0) AS said
              FROM (SELECT artifact, id_period, origin_id, version, connection_type, company_domain, company_name, network, confidence, buckets.start AS time
                FROM visitor_months
                JOIN (SELECT *
                  FROM values('month Date, start Int64, mask UInt32', (DATE '2026-01-01', 1769385600000, 1073741824), (DATE '2026-02-01', 1769385600000, 1), (DATE '2026-02-01', 1769990400000, 254), (DATE '2026-02-01', 1770595200000, 32512), (DATE '2026-02-01', 1771200000000, 4161536), (DATE '2026-02-01', 1771804800000, 264241152), (DATE '2026-03-01', 1771804800000, 1), (DATE '2026-03-01', 1772409600000, 254), (DATE '2026-03-01', 1773014400000, 1792))) AS buckets USING (month)
                WHERE artifact IN (2, 1) AND part IN (9, 8) AND month >= DATE '2026-01-01' AND month < DATE '2026-03-12' AND bitAnd(days, buckets.mask) <> 0 AND alone) AS events) AS events) AS events) AS events
        WHERE (startsWith(lower(version), '1.') OR startsWith(lower(version), '2.')) AND CASE WHEN connection_type = 'hosting' THEN '' WHEN company_domain = '' THEN company_name ELSE company_domain END NOT IN (SELECT arrayJoin(JSONExtract('["aoba.example"]', 'Array(String)')))
        GROUP BY ALL
        UNION ALL
        SELECT id_period AS period, toMonday(toDate(toUInt16(intDiv(time, 86400000)))) AS day, artifact AS a, CASE WHEN connection_type = 'hosting' THEN '' ELSE company_name END AS v0, CASE WHEN connection_type = 'hosting' THEN '' ELSE company_domain END AS v1, count(DISTINCT origin_id)::BIGINT AS visitors
        FROM (SELECT * EXCEPT (said, said_name, said_domain) REPLACE (if(said = 0, company_name, said_name) AS company_name, if(said = 0, company_domain, said_domain) AS company_domain, multiIf(said = 0, confidence, said_name = '' AND said_domain = '', NULL, 1.0) AS confidence, multiIf(said = 0, connection_type, said_name = '' AND said_domain = '', if(connection_type = 'business' OR connection_type IN ('education', 'government'), '', connection_type), connection_type IN ('education', 'government'), connection_type, 'business') AS connection_type)
          FROM (SELECT *, JSONExtract('["Aoba"]', 'Array(String)')[said] AS said_name, JSONExtract('["aoba.example"]', 'Array(String)')[said] AS said_domain
            FROM (SELECT *, transform(CASE WHEN network <> '' THEN splitByChar(' ', network)[1] WHEN connection_type = 'hosting' THEN '' WHEN company_domain <> '' THEN '=' || company_domain WHEN company_name <> '' THEN '=' || company_name ELSE '' END, JSONExtract('["AS13"]', 'Array(String)'), [1], 0) AS said
              FROM (SELECT artifact, id_period, origin_id, version, connection_type, company_domain, company_name, network, confidence, buckets.start AS time
                FROM visitor_months
                JOIN (SELECT *
                  FROM values('month Date, start Int64, mask UInt32', (DATE '2026-01-01', 1769385600000, 1073741824), (DATE '2026-02-01', 1769385600000, 1), (DATE '2026-02-01', 1769990400000, 254), (DATE '2026-02-01', 1770595200000, 32512), (DATE '2026-02-01', 1771200000000, 4161536), (DATE '2026-02-01', 1771804800000, 264241152), (DATE '2026-03-01', 1771804800000, 1), (DATE '2026-03-01', 1772409600000, 254), (DATE '2026-03-01', 1773014400000, 1792))) AS buckets USING (month)
                WHERE artifact IN (2, 1) AND part IN (9, 8) AND month >= DATE '2026-01-01' AND month < DATE '2026-03-12' AND bitAnd(days, buckets.mask) <> 0 AND NOT (alone)
                UNION ALL
                SELECT artifact, id_period, origin_id, version, connection_type, company_domain, company_name, network, confidence, time
                FROM events
                WHERE artifact IN (2, 1) AND seq >= 30 AND seq < 40 AND time >= 1769817600000 AND time < 1773273600000 AND (counted <> (seq IN (SELECT seq
                      FROM (SELECT DISTINCT seq, last_event
                        FROM changed_decisions
                        WHERE last_event <= 40)
                      GROUP BY seq
                      HAVING count() % 2 = 1))) AND NOT do_not_track
                UNION ALL
                SELECT artifact, id_period, origin_id, version, connection_type, company_domain, company_name, network, confidence, time
                FROM events
                WHERE artifact IN (0) AND seq < 30 AND time >= 1769904000000 AND time < 1772323200000 AND (counted <> (seq IN (SELECT seq
                      FROM (SELECT DISTINCT seq, last_event
                        FROM changed_decisions
                        WHERE last_event <= 40)
                      GROUP BY seq
                      HAVING count() % 2 = 1))) AND NOT do_not_track) AS events) AS events) AS events) AS events
        WHERE (startsWith(lower(version), '1.') OR startsWith(lower(version), '2.')) AND CASE WHEN connection_type = 'hosting' THEN '' WHEN company_domain = '' THEN company_name ELSE company_domain END NOT IN (SELECT arrayJoin(JSONExtract('["aoba.example"]', 'Array(String)')))
        GROUP BY ALL
        UNION ALL
        SELECT period, day, a, v0, v1, -count(*)::BIGINT AS visitors
        FROM (SELECT id_period AS period, toMonday(toDate(toUInt16(intDiv(time, 86400000)))) AS day, artifact AS a, CASE WHEN connection_type = 'hosting' THEN '' ELSE company_name END AS v0, CASE WHEN connection_type = 'hosting' THEN '' ELSE company_domain END AS v1, origin_id
          FROM (SELECT * EXCEPT (said, said_name, said_domain) REPLACE (if(said = 0, company_name, said_name) AS company_name, if(said = 0, company_domain, said_domain) AS company_domain, multiIf(said = 0, confidence, said_name = '' AND said_domain = '', NULL, 1.0) AS confidence, multiIf(said = 0, connection_type, said_name = '' AND said_domain = '', if(connection_type = 'business' OR connection_type IN ('education', 'government'), '', connection_type), connection_type IN ('education', 'government'), connection_type, 'business') AS connection_type)
            FROM (SELECT *, JSONExtract('["Aoba"]', 'Array(String)')[said] AS said_name, JSONExtract('["aoba.example"]', 'Array(String)')[said] AS said_domain
              FROM (SELECT *, transform(CASE WHEN network <> '' THEN splitByChar(' ', network)[1] WHEN connection_type = 'hosting' THEN '' WHEN company_domain <> '' THEN '=' || company_domain WHEN company_name <> '' THEN '=' || company_name ELSE '' END, JSONExtract('["AS13"]', 'Array(String)'), [1], 0) AS said
                FROM (SELECT artifact, id_period, origin_id, version, connection_type, company_domain, company_name, network, confidence, buckets.start AS time
                  FROM visitor_months
                  JOIN (SELECT *
                    FROM values('month Date, start Int64, mask UInt32', (DATE '2026-01-01', 1769385600000, 1073741824), (DATE '2026-02-01', 1769385600000, 1), (DATE '2026-02-01', 1769990400000, 254), (DATE '2026-02-01', 1770595200000, 32512), (DATE '2026-02-01', 1771200000000, 4161536), (DATE '2026-02-01', 1771804800000, 264241152), (DATE '2026-03-01', 1771804800000, 1), (DATE '2026-03-01', 1772409600000, 254), (DATE '2026-03-01', 1773014400000, 1792))) AS buckets USING (month)
                  WHERE artifact IN (2, 1) AND part IN (9, 8) AND month >= DATE '2026-01-01' AND month < DATE '2026-03-12' AND bitAnd(days, buckets.mask) <> 0 AND alone AND origin_id IN (SELECT origin_id
                    FROM (SELECT artifact, id_period, origin_id, version, connection_type, company_domain, company_name, network, confidence, time
                      FROM events
                      WHERE artifact IN (2, 1) AND seq >= 30 AND seq < 40 AND time >= 1769817600000 AND time < 1773273600000 AND (counted <> (seq IN (SELECT seq
                            FROM (SELECT DISTINCT seq, last_event
                              FROM changed_decisions
                              WHERE last_event <= 40)
                            GROUP BY seq
                            HAVING count() % 2 = 1))) AND NOT do_not_track
                      UNION ALL
                      SELECT artifact, id_period, origin_id, version, connection_type, company_domain, company_name, network, confidence, time
                      FROM events
                      WHERE artifact IN (0) AND seq < 30 AND time >= 1769904000000 AND time < 1772323200000 AND (counted <> (seq IN (SELECT seq
                            FROM (SELECT DISTINCT seq, last_event
                              FROM changed_decisions
                              WHERE last_event <= 40)
                            GROUP BY seq
                            HAVING count() % 2 = 1))) AND NOT do_not_track) AS met)) AS events) AS events) AS events) AS events
          WHERE (startsWith(lower(version), '1.') OR startsWith(lower(version), '2.')) AND CASE WHEN connection_type = 'hosting' THEN '' WHEN company_domain = '' THEN company_name ELSE company_domain END NOT IN (SELECT arrayJoin(JSONExtract('["aoba.example"]', 'Array(String)')))
          GROUP BY ALL) AS one
        JOIN (SELECT id_period AS period, toMonday(toDate(toUInt16(intDiv(time, 86400000)))) AS day, artifact AS a, CASE WHEN connection_type = 'hosting' THEN '' ELSE company_name END AS v0, CASE WHEN connection_type = 'hosting' THEN '' ELSE company_domain END AS v1, origin_id
          FROM (SELECT * EXCEPT (said, said_name, said_domain) REPLACE (if(said = 0, company_name, said_name) AS company_name, if(said = 0, company_domain, said_domain) AS company_domain, multiIf(said = 0, confidence, said_name = '' AND said_domain = '', NULL, 1.0) AS confidence, multiIf(said = 0, connection_type, said_name = '' AND said_domain = '', if(connection_type = 'business' OR connection_type IN ('education', 'government'), '', connection_type), connection_type IN ('education', 'government'), connection_type, 'business') AS connection_type)
            FROM (SELECT *, JSONExtract('["Aoba"]', 'Array(String)')[said] AS said_name, JSONExtract('["aoba.example"]', 'Array(String)')[said] AS said_domain
              FROM (SELECT *, transform(CASE WHEN network <> '' THEN splitByChar(' ', network)[1] WHEN connection_type = 'hosting' THEN '' WHEN company_domain <> '' THEN '=' || company_domain WHEN company_name <> '' THEN '=' || company_name ELSE '' END, JSONExtract('["AS13"]', 'Array(String)'), [1], 0) AS said
                FROM (SELECT artifact, id_period, origin_id, version, connection_type, company_domain, company_name, network, confidence, time
                  FROM events
                  WHERE artifact IN (2, 1) AND seq >= 30 AND seq < 40 AND time >= 1769817600000 AND time < 1773273600000 AND (counted <> (seq IN (SELECT seq
                        FROM (SELECT DISTINCT seq, last_event
                          FROM changed_decisions
                          WHERE last_event <= 40)
                        GROUP BY seq
                        HAVING count() % 2 = 1))) AND NOT do_not_track
                  UNION ALL
                  SELECT artifact, id_period, origin_id, version, connection_type, company_domain, company_name, network, confidence, time
                  FROM events
                  WHERE artifact IN (0) AND seq < 30 AND time >= 1769904000000 AND time < 1772323200000 AND (counted <> (seq IN (SELECT seq
                        FROM (SELECT DISTINCT seq, last_event
                          FROM changed_decisions
                          WHERE last_event <= 40)
                        GROUP BY seq
                        HAVING count() % 2 = 1))) AND NOT do_not_track) AS events) AS events) AS events) AS events
          WHERE (startsWith(lower(version), '1.') OR startsWith(lower(version), '2.')) AND CASE WHEN connection_type = 'hosting' THEN '' WHEN company_domain = '' THEN company_name ELSE company_domain END NOT IN (SELECT arrayJoin(JSONExtract('["aoba.example"]', 'Array(String)')))
          GROUP BY ALL) AS other USING (period, day, a, v0, v1, origin_id)
        GROUP BY ALL)
      GROUP BY ALL
      HAVING sum(visitors) > 0) AS ones
    JOIN (SELECT period, day, a, v0, v1, sum(visitors)::BIGINT AS endpoints
      FROM (SELECT id_period AS period, toMonday(toDate(toUInt16(intDiv(time, 86400000)))) AS day, artifact AS a, CASE WHEN connection_type = 'hosting' THEN '' ELSE company_name END AS v0, CASE WHEN connection_type = 'hosting' THEN '' ELSE company_domain END AS v1, count(DISTINCT endpoint_id)::BIGINT AS visitors
        FROM (SELECT * EXCEPT (said, said_name, said_domain) REPLACE (if(said = 0, company_name, said_name) AS company_name, if(said = 0, company_domain, said_domain) AS company_domain, multiIf(said = 0, confidence, said_name = '' AND said_domain = '', NULL, 1.0) AS confidence, multiIf(said = 0, connection_type, said_name = '' AND said_domain = '', if(connection_type = 'business' OR connection_type IN ('education', 'government'), '', connection_type), connection_type IN ('education', 'government'), connection_type, 'business') AS connection_type)
          FROM (SELECT *, JSONExtract('["Aoba"]', 'Array(String)')[said] AS said_name, JSONExtract('["aoba.example"]', 'Array(String)')[said] AS said_domain
            FROM (SELECT *, transform(CASE WHEN network <> '' THEN splitByChar(' ', network)[1] WHEN connection_type = 'hosting' THEN '' WHEN company_domain <> '' THEN '=' || company_domain WHEN company_name <> '' THEN '=' || company_name ELSE '' END, JSONExtract('["AS13"]', 'Array(String)'), [1], 0) AS said
              FROM (SELECT *
                FROM (SELECT artifact, id_period, endpoint_id, version, connection_type, company_domain, company_name, network, confidence, buckets.start AS time
                  FROM visitor_months
                  JOIN (SELECT *
                    FROM values('month Date, start Int64, mask UInt32', (DATE '2026-01-01', 1769385600000, 1073741824), (DATE '2026-02-01', 1769385600000, 1), (DATE '2026-02-01', 1769990400000, 254), (DATE '2026-02-01', 1770595200000, 32512), (DATE '2026-02-01', 1771200000000, 4161536), (DATE '2026-02-01', 1771804800000, 264241152), (DATE '2026-03-01', 1771804800000, 1), (DATE '2026-03-01', 1772409600000, 254), (DATE '2026-03-01', 1773014400000, 1792))) AS buckets USING (month)
                  WHERE artifact IN (2, 1) AND part IN (9, 8) AND month >= DATE '2026-01-01' AND month < DATE '2026-03-12' AND bitAnd(days, buckets.mask) <> 0
                  UNION ALL
                  SELECT artifact, id_period, endpoint_id, version, connection_type, company_domain, company_name, network, confidence, time
                  FROM events
                  WHERE artifact IN (2, 1) AND seq >= 30 AND seq < 40 AND time >= 1769817600000 AND time < 1773273600000 AND (counted <> (seq IN (SELECT seq
                        FROM (SELECT DISTINCT seq, last_event
                          FROM changed_decisions
                          WHERE last_event <= 40)
                        GROUP BY seq
                        HAVING count() % 2 = 1))) AND NOT do_not_track
                  UNION ALL
                  SELECT artifact, id_period, endpoint_id, version, connection_type, company_domain, company_name, network, confidence, time
                  FROM events
                  WHERE artifact IN (0) AND seq < 30 AND time >= 1769904000000 AND time < 1772323200000 AND (counted <> (seq IN (SELECT seq
                        FROM (SELECT DISTINCT seq, last_event
                          FROM changed_decisions
                          WHERE last_event <= 40)
                        GROUP BY seq
                        HAVING count() % 2 = 1))) AND NOT do_not_track)) AS events) AS events) AS events) AS events
        WHERE (startsWith(lower(version), '1.') OR startsWith(lower(version), '2.')) AND CASE WHEN connection_type = 'hosting' THEN '' WHEN company_domain = '' THEN company_name ELSE company_domain END NOT IN (SELECT arrayJoin(JSONExtract('["aoba.example"]', 'Array(String)')))
        GROUP BY ALL)
      GROUP BY ALL
      HAVING sum(visitors) > 0) AS others USING (period, day, a, v0, v1))) AS visitors USING (day, a, v0, v1)
ORDER BY day, total DESC, a, v0, v1
LIMIT 1000;


-- id periods of a range

SELECT DISTINCT id_period AS period
FROM events
WHERE artifact IN (2, 1) AND seq < 40 AND time >= 1769817600000 AND time < 1773273600000 AND NOT do_not_track
ORDER BY 1;


-- companies

SELECT count() AS size
FROM changed_decisions
WHERE last_event <= 40;

SELECT count() AS size
FROM changed_decisions
WHERE last_event <= 40;

SELECT CASE WHEN company_domain = '' THEN company_name ELSE company_domain END AS company, argMax(company_name, (time, seq)) AS name, argMax(company_domain, (time, seq)) AS domain, coalesce(argMax(country, (time, seq)) FILTER (WHERE country <> ''), '') AS country, coalesce(argMax(state, (time, seq)) FILTER (WHERE country <> ''), '') AS state, max(confidence) AS confidence, argMax(connection_type, (time, seq)) AS connection_type, arraySort(groupUniqArray(correction)) AS corrections, count(*) FILTER (WHERE artifact IN (2, 1)) AS downloads, count(*) FILTER (WHERE artifact IN (0)) AS views, min(time) AS first, max(time) AS last, sumMap([artifact], [toUInt64(1)]) AS artifacts
FROM (SELECT *, CASE WHEN network <> '' THEN splitByChar(' ', network)[1] WHEN connection_type = 'hosting' THEN '' WHEN company_domain <> '' THEN '=' || company_domain WHEN company_name <> '' THEN '=' || company_name ELSE '' END AS match, company_name AS matched_name, company_domain AS matched_domain, CAST(NULL, 'Nullable(String)') AS correction
  FROM events) AS events
WHERE artifact IN (2, 1, 0) AND seq < 40 AND (counted <> (seq IN (SELECT seq
      FROM (SELECT DISTINCT seq, last_event
        FROM changed_decisions
        WHERE last_event <= 40)
      GROUP BY seq
      HAVING count() % 2 = 1))) AND time >= 1769817600000 AND time < 1773273600000 AND NOT do_not_track AND connection_type <> 'hosting' AND (company_domain <> '' OR company_name <> '') AND (confidence IS NULL OR confidence >= 0.5)
GROUP BY 1
ORDER BY 1;

SELECT CASE WHEN company_domain = '' THEN company_name ELSE company_domain END AS company, id_period AS period, count(DISTINCT origin_id) FILTER (WHERE artifact IN (2, 1)) AS downloads, count(DISTINCT origin_id) FILTER (WHERE artifact IN (0)) AS views, count(DISTINCT origin_id) AS sources
FROM (SELECT *, CASE WHEN network <> '' THEN splitByChar(' ', network)[1] WHEN connection_type = 'hosting' THEN '' WHEN company_domain <> '' THEN '=' || company_domain WHEN company_name <> '' THEN '=' || company_name ELSE '' END AS match, company_name AS matched_name, company_domain AS matched_domain, CAST(NULL, 'Nullable(String)') AS correction
  FROM events) AS events
WHERE artifact IN (2, 1, 0) AND seq < 40 AND (counted <> (seq IN (SELECT seq
      FROM (SELECT DISTINCT seq, last_event
        FROM changed_decisions
        WHERE last_event <= 40)
      GROUP BY seq
      HAVING count() % 2 = 1))) AND time >= 1769817600000 AND time < 1773273600000 AND NOT do_not_track AND connection_type <> 'hosting' AND (company_domain <> '' OR company_name <> '') AND (confidence IS NULL OR confidence >= 0.5)
GROUP BY 1, 2
ORDER BY 1, 2;


-- days of companies

SELECT count() AS size
FROM changed_decisions
WHERE last_event <= 40;

SELECT CASE WHEN company_domain = '' THEN company_name ELSE company_domain END AS company, intDiv(time, 86400000) AS day, count(*) FILTER (WHERE artifact IN (2, 1)) AS g0, min(time) FILTER (WHERE artifact IN (2, 1, 0)) AS first, count(*) FILTER (WHERE artifact IN (2, 1, 0)) AS seen
FROM (SELECT * EXCEPT (said, said_name, said_domain) REPLACE (if(said = 0, company_name, said_name) AS company_name, if(said = 0, company_domain, said_domain) AS company_domain, multiIf(said = 0, confidence, said_name = '' AND said_domain = '', NULL, 1.0) AS confidence, multiIf(said = 0, connection_type, said_name = '' AND said_domain = '', if(connection_type = 'business' OR connection_type IN ('education', 'government'), '', connection_type), connection_type IN ('education', 'government'), connection_type, 'business') AS connection_type)
  FROM (SELECT *, JSONExtract('["Aoba"]', 'Array(String)')[said] AS said_name, JSONExtract('["aoba.example"]', 'Array(String)')[said] AS said_domain, CASE WHEN network <> '' THEN splitByChar(' ', network)[1] WHEN connection_type = 'hosting' THEN '' WHEN company_domain <> '' THEN '=' || company_domain WHEN company_name <> '' THEN '=' || company_name ELSE '' END AS match, company_name AS matched_name, company_domain AS matched_domain, if(said = 0, NULL, JSONExtract('["AS13"]', 'Array(String)')[said]) AS correction
    FROM (SELECT *, transform(CASE WHEN network <> '' THEN splitByChar(' ', network)[1] WHEN connection_type = 'hosting' THEN '' WHEN company_domain <> '' THEN '=' || company_domain WHEN company_name <> '' THEN '=' || company_name ELSE '' END, JSONExtract('["AS13"]', 'Array(String)'), [1], 0) AS said
      FROM events) AS events) AS events) AS events
WHERE artifact IN (2, 1, 0) AND seq < 40 AND (counted <> (seq IN (SELECT seq
      FROM (SELECT DISTINCT seq, last_event
        FROM changed_decisions
        WHERE last_event <= 40)
      GROUP BY seq
      HAVING count() % 2 = 1))) AND time >= 1769817600000 AND time < 1773273600000 AND NOT do_not_track AND connection_type <> 'hosting' AND (company_domain <> '' OR company_name <> '') AND (confidence IS NULL OR confidence >= 0.5)
GROUP BY 1, 2
ORDER BY 1, 2;


-- packages of companies

SELECT count() AS size
FROM changed_decisions
WHERE last_event <= 40;

SELECT company, artifact, sum(total)::BIGINT AS total, arraySort(groupArray(CAST((period, sources), 'Tuple(period String, sources UInt64)'))) AS uniques, min(first) AS first, max(last) AS last
FROM (SELECT CASE WHEN company_domain = '' THEN company_name ELSE company_domain END AS company, artifact, id_period AS period, count(*) AS total, count(DISTINCT origin_id) AS sources, min(time) AS first, max(time) AS last
  FROM (SELECT *, CASE WHEN network <> '' THEN splitByChar(' ', network)[1] WHEN connection_type = 'hosting' THEN '' WHEN company_domain <> '' THEN '=' || company_domain WHEN company_name <> '' THEN '=' || company_name ELSE '' END AS match, company_name AS matched_name, company_domain AS matched_domain, CAST(NULL, 'Nullable(String)') AS correction
    FROM events) AS events
  WHERE artifact IN (2, 1, 0) AND seq < 40 AND (counted <> (seq IN (SELECT seq
        FROM (SELECT DISTINCT seq, last_event
          FROM changed_decisions
          WHERE last_event <= 40)
        GROUP BY seq
        HAVING count() % 2 = 1))) AND time >= 1769817600000 AND time < 1773273600000 AND NOT do_not_track AND connection_type <> 'hosting' AND (company_domain <> '' OR company_name <> '') AND (confidence IS NULL OR confidence >= 0.5)
  GROUP BY ALL)
GROUP BY 1, 2
ORDER BY 1, 3 DESC, 2;


-- events of a company

SELECT count() AS size
FROM changed_decisions
WHERE last_event <= 40;

SELECT seq, artifact, counted, counting_rule, id, time, type, version, referer, user_agent, client, platform, variables_names, variables_values, origin_id, endpoint_id, country, state, city, postal, latitude, longitude, connection_type, company_name, company_domain, confidence, request_domain, is_bot, do_not_track, audience, audience_reason, collection_id, image_path, id_period, network, file_extension, request_path, client_version, runtime, installer, arch, libc, ci_provider, fallback, correction
FROM (SELECT *, CASE WHEN network <> '' THEN splitByChar(' ', network)[1] WHEN connection_type = 'hosting' THEN '' WHEN company_domain <> '' THEN '=' || company_domain WHEN company_name <> '' THEN '=' || company_name ELSE '' END AS match, company_name AS matched_name, company_domain AS matched_domain, CAST(NULL, 'Nullable(String)') AS correction
  FROM events) AS events
WHERE artifact IN (2, 1, 0) AND seq < 40 AND (counted <> (seq IN (SELECT seq
      FROM (SELECT DISTINCT seq, last_event
        FROM changed_decisions
        WHERE last_event <= 40)
      GROUP BY seq
      HAVING count() % 2 = 1))) AND time >= 1769817600000 AND time < 1773273600000 AND NOT do_not_track AND connection_type <> 'hosting' AND (company_domain <> '' OR company_name <> '') AND (confidence IS NULL OR confidence >= 0.5) AND CASE WHEN company_domain = '' THEN company_name ELSE company_domain END = 'aoba.example'
ORDER BY time DESC, seq DESC
LIMIT 20 OFFSET 0;


-- matches of companies

SELECT count() AS size
FROM changed_decisions
WHERE last_event <= 40;

SELECT match, argMax(network, (time, seq)) AS network, argMax(connection_type, (time, seq)) AS connection_type, argMax(matched_name, (time, seq)) AS matched_name, argMax(matched_domain, (time, seq)) AS matched_domain, argMax(company_name, (time, seq)) AS company_name, argMax(company_domain, (time, seq)) AS company_domain, max(confidence) AS confidence, count(*) AS total, min(time) AS first, max(time) AS last
FROM (SELECT *, CASE WHEN network <> '' THEN splitByChar(' ', network)[1] WHEN connection_type = 'hosting' THEN '' WHEN company_domain <> '' THEN '=' || company_domain WHEN company_name <> '' THEN '=' || company_name ELSE '' END AS match, company_name AS matched_name, company_domain AS matched_domain, CAST(NULL, 'Nullable(String)') AS correction
  FROM events) AS events
WHERE artifact IN (2, 1, 0) AND seq < 40 AND (counted <> (seq IN (SELECT seq
      FROM (SELECT DISTINCT seq, last_event
        FROM changed_decisions
        WHERE last_event <= 40)
      GROUP BY seq
      HAVING count() % 2 = 1))) AND time >= 1769817600000 AND time < 1773273600000 AND NOT do_not_track AND (confidence IS NULL OR confidence >= 0.5)
GROUP BY match
ORDER BY total DESC, match
LIMIT 20;


-- an export

SELECT count(*) AS size, min(seq) AS first, max(seq) AS last
FROM (SELECT * EXCEPT (said, said_name, said_domain) REPLACE (if(said = 0, company_name, said_name) AS company_name, if(said = 0, company_domain, said_domain) AS company_domain, multiIf(said = 0, confidence, said_name = '' AND said_domain = '', NULL, 1.0) AS confidence, multiIf(said = 0, connection_type, said_name = '' AND said_domain = '', if(connection_type = 'business' OR connection_type IN ('education', 'government'), '', connection_type), connection_type IN ('education', 'government'), connection_type, 'business') AS connection_type)
  FROM (SELECT *, JSONExtract('["Aoba"]', 'Array(String)')[said] AS said_name, JSONExtract('["aoba.example"]', 'Array(String)')[said] AS said_domain, CASE WHEN network <> '' THEN splitByChar(' ', network)[1] WHEN connection_type = 'hosting' THEN '' WHEN company_domain <> '' THEN '=' || company_domain WHEN company_name <> '' THEN '=' || company_name ELSE '' END AS match, company_name AS matched_name, company_domain AS matched_domain, if(said = 0, NULL, JSONExtract('["AS13"]', 'Array(String)')[said]) AS correction
    FROM (SELECT *, transform(CASE WHEN network <> '' THEN splitByChar(' ', network)[1] WHEN connection_type = 'hosting' THEN '' WHEN company_domain <> '' THEN '=' || company_domain WHEN company_name <> '' THEN '=' || company_name ELSE '' END, JSONExtract('["AS13"]', 'Array(String)'), [1], 0) AS said
      FROM events) AS events) AS events) AS events
WHERE seq >= 0 AND artifact IN (2, 1) AND seq < 40 AND time >= 1769817600000 AND time < 1773273600000 AND NOT do_not_track AND (startsWith(lower(version), '1.') OR startsWith(lower(version), '2.')) AND CASE WHEN connection_type = 'hosting' THEN '' WHEN company_domain = '' THEN company_name ELSE company_domain END NOT IN (SELECT arrayJoin(JSONExtract('["aoba.example"]', 'Array(String)')));

SELECT count() AS size
FROM changed_decisions
WHERE last_event <= 40;

SELECT seq, artifact, counted, counting_rule, id, time, type, version, referer, user_agent, client, platform, variables_names, variables_values, origin_id, endpoint_id, country, state, city, postal, latitude, longitude, connection_type, company_name, company_domain, confidence, request_domain, is_bot, do_not_track, audience, audience_reason, collection_id, image_path, id_period, network, file_extension, request_path, client_version, runtime, installer, arch, libc, ci_provider, fallback, correction, (counted <> (seq IN (SELECT seq
      FROM (SELECT DISTINCT seq, last_event
        FROM changed_decisions
        WHERE last_event <= 40)
      GROUP BY seq
      HAVING count() % 2 = 1))) AS is_counted
FROM (SELECT * EXCEPT (said, said_name, said_domain) REPLACE (if(said = 0, company_name, said_name) AS company_name, if(said = 0, company_domain, said_domain) AS company_domain, multiIf(said = 0, confidence, said_name = '' AND said_domain = '', NULL, 1.0) AS confidence, multiIf(said = 0, connection_type, said_name = '' AND said_domain = '', if(connection_type = 'business' OR connection_type IN ('education', 'government'), '', connection_type), connection_type IN ('education', 'government'), connection_type, 'business') AS connection_type)
  FROM (SELECT *, JSONExtract('["Aoba"]', 'Array(String)')[said] AS said_name, JSONExtract('["aoba.example"]', 'Array(String)')[said] AS said_domain, CASE WHEN network <> '' THEN splitByChar(' ', network)[1] WHEN connection_type = 'hosting' THEN '' WHEN company_domain <> '' THEN '=' || company_domain WHEN company_name <> '' THEN '=' || company_name ELSE '' END AS match, company_name AS matched_name, company_domain AS matched_domain, if(said = 0, NULL, JSONExtract('["AS13"]', 'Array(String)')[said]) AS correction
    FROM (SELECT *, transform(CASE WHEN network <> '' THEN splitByChar(' ', network)[1] WHEN connection_type = 'hosting' THEN '' WHEN company_domain <> '' THEN '=' || company_domain WHEN company_name <> '' THEN '=' || company_name ELSE '' END, JSONExtract('["AS13"]', 'Array(String)'), [1], 0) AS said
      FROM events) AS events) AS events) AS events
WHERE seq >= 10 AND seq < 51 AND artifact IN (2, 1) AND seq < 40 AND time >= 1769817600000 AND time < 1773273600000 AND NOT do_not_track AND (startsWith(lower(version), '1.') OR startsWith(lower(version), '2.')) AND CASE WHEN connection_type = 'hosting' THEN '' WHEN company_domain = '' THEN company_name ELSE company_domain END NOT IN (SELECT arrayJoin(JSONExtract('["aoba.example"]', 'Array(String)'))) AND (counted <> (seq IN (SELECT seq
      FROM (SELECT DISTINCT seq, last_event
        FROM changed_decisions
        WHERE last_event <= 40)
      GROUP BY seq
      HAVING count() % 2 = 1)))
ORDER BY seq
LIMIT 500;


-- latest events

SELECT count() AS size
FROM changed_decisions
WHERE last_event <= 40;

SELECT seq, artifact, counted, counting_rule, id, time, type, version, referer, user_agent, client, platform, variables_names, variables_values, origin_id, endpoint_id, country, state, city, postal, latitude, longitude, connection_type, company_name, company_domain, confidence, request_domain, is_bot, do_not_track, audience, audience_reason, collection_id, image_path, id_period, network, file_extension, request_path, client_version, runtime, installer, arch, libc, ci_provider, fallback, correction
FROM (SELECT * EXCEPT (said, said_name, said_domain) REPLACE (if(said = 0, company_name, said_name) AS company_name, if(said = 0, company_domain, said_domain) AS company_domain, multiIf(said = 0, confidence, said_name = '' AND said_domain = '', NULL, 1.0) AS confidence, multiIf(said = 0, connection_type, said_name = '' AND said_domain = '', if(connection_type = 'business' OR connection_type IN ('education', 'government'), '', connection_type), connection_type IN ('education', 'government'), connection_type, 'business') AS connection_type)
  FROM (SELECT *, JSONExtract('["Aoba"]', 'Array(String)')[said] AS said_name, JSONExtract('["aoba.example"]', 'Array(String)')[said] AS said_domain, CASE WHEN network <> '' THEN splitByChar(' ', network)[1] WHEN connection_type = 'hosting' THEN '' WHEN company_domain <> '' THEN '=' || company_domain WHEN company_name <> '' THEN '=' || company_name ELSE '' END AS match, company_name AS matched_name, company_domain AS matched_domain, if(said = 0, NULL, JSONExtract('["AS13"]', 'Array(String)')[said]) AS correction
    FROM (SELECT *, transform(CASE WHEN network <> '' THEN splitByChar(' ', network)[1] WHEN connection_type = 'hosting' THEN '' WHEN company_domain <> '' THEN '=' || company_domain WHEN company_name <> '' THEN '=' || company_name ELSE '' END, JSONExtract('["AS13"]', 'Array(String)'), [1], 0) AS said
      FROM events) AS events) AS events) AS events
WHERE artifact IN (2, 1, 0) AND seq < 40 AND (counted <> (seq IN (SELECT seq
      FROM (SELECT DISTINCT seq, last_event
        FROM changed_decisions
        WHERE last_event <= 40)
      GROUP BY seq
      HAVING count() % 2 = 1))) AND time >= 1769817600000 AND time < 1773273600000 AND (startsWith(lower(version), '1.') OR startsWith(lower(version), '2.')) AND CASE WHEN connection_type = 'hosting' THEN '' WHEN company_domain = '' THEN company_name ELSE company_domain END NOT IN (SELECT arrayJoin(JSONExtract('["aoba.example"]', 'Array(String)')))
ORDER BY seq DESC
LIMIT 50;


-- events per minute

SELECT count() AS size
FROM changed_decisions
WHERE last_event <= 40;

SELECT intDiv(time, 60000) * 60000 AS minute, count(*) AS total
FROM (SELECT *, CASE WHEN network <> '' THEN splitByChar(' ', network)[1] WHEN connection_type = 'hosting' THEN '' WHEN company_domain <> '' THEN '=' || company_domain WHEN company_name <> '' THEN '=' || company_name ELSE '' END AS match, company_name AS matched_name, company_domain AS matched_domain, CAST(NULL, 'Nullable(String)') AS correction
  FROM events) AS events
WHERE artifact IN (2, 1, 0) AND seq < 40 AND (counted <> (seq IN (SELECT seq
      FROM (SELECT DISTINCT seq, last_event
        FROM changed_decisions
        WHERE last_event <= 40)
      GROUP BY seq
      HAVING count() % 2 = 1))) AND time >= 1769817600000 AND time < 1773273600000 AND (startsWith(lower(version), '1.') OR startsWith(lower(version), '2.')) AND CASE WHEN connection_type = 'hosting' THEN '' WHEN company_domain = '' THEN company_name ELSE company_domain END NOT IN (SELECT arrayJoin(JSONExtract('["aoba.example"]', 'Array(String)')))
GROUP BY 1;


-- first dates of companies

SELECT match, company, low, min(first) AS first
FROM first_seen
WHERE artifact IN (2, 1, 0)
GROUP BY 1, 2, 3;


-- the state of the store

SELECT count() AS count, if(count() = 0, NULL, min(time)) AS oldest, if(count() = 0, NULL, max(time)) AS newest, 40 AS last
FROM events
WHERE seq < 40;
