-- downloads of a range

SELECT max(last_event) AS last
FROM changed_decisions;

SELECT count(*) AS total, count(DISTINCT origin_id) AS origins, count(DISTINCT endpoint_id) AS endpoints
FROM events
WHERE artifact BETWEEN 1 AND 2 AND seq < 40 AND (counted <> (seq IN (SELECT changed_decisions.seq
      FROM changed_decisions
      WHERE last_event > 40
      GROUP BY ALL
      HAVING count(*) % 2 = 1))) AND time >= make_timestamp(1769817600000000) AND time < make_timestamp(1773273600000000) AND NOT do_not_track
HAVING count(*) > 0
ORDER BY total DESC
LIMIT 1000;


-- downloads by day and version

SELECT max(last_event) AS last
FROM changed_decisions;

SELECT time::DATE AS day, version AS v0, count(*) AS total, count(DISTINCT origin_id) AS origins, count(DISTINCT endpoint_id) AS endpoints
FROM events
WHERE artifact BETWEEN 1 AND 2 AND seq < 40 AND (counted <> (seq IN (SELECT changed_decisions.seq
      FROM changed_decisions
      WHERE last_event > 40
      GROUP BY ALL
      HAVING count(*) % 2 = 1))) AND time >= make_timestamp(1769817600000000) AND time < make_timestamp(1773273600000000) AND NOT do_not_track
GROUP BY ALL
ORDER BY day, total DESC, v0
LIMIT 1000;


-- downloads by month and company, with filters and corrections

SELECT max(last_event) AS last
FROM changed_decisions;

SELECT date_trunc('month', time)::DATE AS day, CASE WHEN connection_type = 'hosting' THEN '' ELSE company_name END AS v0, CASE WHEN connection_type = 'hosting' THEN '' ELSE company_domain END AS v1, count(*) AS total, count(DISTINCT origin_id) AS origins, count(DISTINCT endpoint_id) AS endpoints, min(time) AS first, max(time) AS last
FROM (SELECT events.* REPLACE (coalesce(said.name, company_name) AS company_name, coalesce(said.domain, company_domain) AS company_domain, CASE WHEN said.of IS NULL THEN confidence WHEN said.name = '' AND said.domain = '' THEN NULL ELSE 1.0 END AS confidence, CASE WHEN said.of IS NULL THEN connection_type WHEN said.name = '' AND said.domain = '' THEN CASE WHEN connection_type = 'business' OR connection_type IN ('education', 'government') THEN '' ELSE connection_type END WHEN connection_type IN ('education', 'government') THEN connection_type ELSE 'business' END AS connection_type)
  FROM events
  LEFT
  JOIN (SELECT unnest(from_json('[{"of":"AS13","name":"Aoba","domain":"aoba.example"}]', '[{"of":"VARCHAR","name":"VARCHAR","domain":"VARCHAR"}]'), recursive := true)) AS said ON said.of = CASE WHEN network <> '' THEN split_part(network, ' ', 1) WHEN connection_type = 'hosting' THEN '' WHEN company_domain <> '' THEN '=' || company_domain WHEN company_name <> '' THEN '=' || company_name ELSE '' END) AS events
WHERE artifact BETWEEN 1 AND 2 AND seq < 40 AND (counted <> (seq IN (SELECT changed_decisions.seq
      FROM changed_decisions
      WHERE last_event > 40
      GROUP BY ALL
      HAVING count(*) % 2 = 1))) AND time >= make_timestamp(1769817600000000) AND time < make_timestamp(1773273600000000) AND NOT do_not_track AND (starts_with(lower(version), '1.') OR starts_with(lower(version), '2.')) AND CASE WHEN connection_type = 'hosting' THEN '' WHEN company_domain = '' THEN company_name ELSE company_domain END NOT IN (SELECT unnest(from_json('["aoba.example"]', '["VARCHAR"]')))
GROUP BY ALL
ORDER BY day, total DESC, v0, v1
LIMIT 1000;


-- downloads of one platform by package, from summaries

SELECT max(last_event) AS last
FROM changed_decisions;

SELECT DISTINCT platform
FROM (SELECT v AS platform
  FROM value_days
  WHERE artifact BETWEEN 1 AND 2 AND part IN (9, 8) AND day >= DATE '2026-01-31' AND day < DATE '2026-03-12' AND kind = 3)
WHERE (strlen(platform) IN (5) AND lower(platform) IN ('linux'))
LIMIT 2;

SELECT counts.*, visitors.origins
FROM (SELECT artifact AS a, sum(events)::BIGINT AS total, min(time) AS first, max(last) AS last
  FROM (SELECT artifact, platform, first AS time, last, events
    FROM daily_programs
    WHERE artifact BETWEEN 1 AND 2 AND part IN (9, 8) AND day >= DATE '2026-01-31' AND day < DATE '2026-03-12' AND counted AND NOT do_not_track
    UNION ALL
    SELECT artifact, platform, time, time AS last, 1 AS events
    FROM events
    WHERE artifact BETWEEN 1 AND 2 AND seq >= 30 AND seq < 40 AND time >= make_timestamp(1769817600000000) AND time < make_timestamp(1773273600000000) AND (counted <> (seq IN (SELECT changed_decisions.seq
          FROM changed_decisions
          WHERE last_event > 40
          GROUP BY ALL
          HAVING count(*) % 2 = 1))) AND NOT do_not_track
    UNION ALL
    SELECT artifact, platform, time, time AS last, 1 AS events
    FROM events
    WHERE artifact = 0 AND seq < 30 AND time >= make_timestamp(1769904000000000) AND time < make_timestamp(1772323200000000) AND (counted <> (seq IN (SELECT changed_decisions.seq
          FROM changed_decisions
          WHERE last_event > 40
          GROUP BY ALL
          HAVING count(*) % 2 = 1))) AND NOT do_not_track) AS events
  WHERE (strlen(platform) IN (5) AND lower(platform) IN ('linux'))
  GROUP BY ALL) AS counts
LEFT
JOIN (SELECT a, origins
  FROM (SELECT period, a, sum(visitors)::BIGINT AS origins
    FROM (SELECT id_period AS period, artifact AS a, sum(CASE WHEN day < DATE '2026-02-01' THEN last ELSE first END)::BIGINT AS visitors
      FROM (SELECT *, v AS platform
        FROM value_days
        WHERE artifact BETWEEN 1 AND 2 AND part IN (9, 8) AND day >= DATE '2026-01-31' AND day < DATE '2026-03-12' AND kind = 3)
      WHERE (strlen(platform) IN (5) AND lower(platform) IN ('linux'))
      GROUP BY ALL
      UNION ALL
      SELECT id_period AS period, artifact AS a, count(DISTINCT origin_id)::BIGINT AS visitors
      FROM (SELECT artifact, id_period, origin_id, platform
        FROM events
        WHERE artifact BETWEEN 1 AND 2 AND seq >= 30 AND seq < 40 AND time >= make_timestamp(1769817600000000) AND time < make_timestamp(1773273600000000) AND (counted <> (seq IN (SELECT changed_decisions.seq
              FROM changed_decisions
              WHERE last_event > 40
              GROUP BY ALL
              HAVING count(*) % 2 = 1))) AND NOT do_not_track
        UNION ALL
        SELECT artifact, id_period, origin_id, platform
        FROM events
        WHERE artifact = 0 AND seq < 30 AND time >= make_timestamp(1769904000000000) AND time < make_timestamp(1772323200000000) AND (counted <> (seq IN (SELECT changed_decisions.seq
              FROM changed_decisions
              WHERE last_event > 40
              GROUP BY ALL
              HAVING count(*) % 2 = 1))) AND NOT do_not_track) AS events
      WHERE (strlen(platform) IN (5) AND lower(platform) IN ('linux'))
      GROUP BY ALL
      UNION ALL
      SELECT period, a, -count(*)::BIGINT AS visitors
      FROM (SELECT id_period AS period, artifact AS a, origin_id
        FROM (SELECT artifact, id_period, origin_id, platform
          FROM visitor_months 
          WHERE artifact BETWEEN 1 AND 2 AND part IN (9, 8) AND month >= DATE '2026-01-01' AND month < DATE '2026-03-12' AND (CASE WHEN month = DATE '2026-01-01' THEN (days & 1073741824::UINTEGER) WHEN month = DATE '2026-03-01' THEN (days & 2047::UINTEGER) ELSE days END) <> 0 AND origin_id IN (SELECT origin_id
            FROM (SELECT artifact, id_period, origin_id, platform
              FROM events
              WHERE artifact BETWEEN 1 AND 2 AND seq >= 30 AND seq < 40 AND time >= make_timestamp(1769817600000000) AND time < make_timestamp(1773273600000000) AND (counted <> (seq IN (SELECT changed_decisions.seq
                    FROM changed_decisions
                    WHERE last_event > 40
                    GROUP BY ALL
                    HAVING count(*) % 2 = 1))) AND NOT do_not_track
              UNION ALL
              SELECT artifact, id_period, origin_id, platform
              FROM events
              WHERE artifact = 0 AND seq < 30 AND time >= make_timestamp(1769904000000000) AND time < make_timestamp(1772323200000000) AND (counted <> (seq IN (SELECT changed_decisions.seq
                    FROM changed_decisions
                    WHERE last_event > 40
                    GROUP BY ALL
                    HAVING count(*) % 2 = 1))) AND NOT do_not_track) AS met)) AS events
        WHERE (strlen(platform) IN (5) AND lower(platform) IN ('linux'))
        GROUP BY ALL) AS one
      JOIN (SELECT id_period AS period, artifact AS a, origin_id
        FROM (SELECT artifact, id_period, origin_id, platform
          FROM events
          WHERE artifact BETWEEN 1 AND 2 AND seq >= 30 AND seq < 40 AND time >= make_timestamp(1769817600000000) AND time < make_timestamp(1773273600000000) AND (counted <> (seq IN (SELECT changed_decisions.seq
                FROM changed_decisions
                WHERE last_event > 40
                GROUP BY ALL
                HAVING count(*) % 2 = 1))) AND NOT do_not_track
          UNION ALL
          SELECT artifact, id_period, origin_id, platform
          FROM events
          WHERE artifact = 0 AND seq < 30 AND time >= make_timestamp(1769904000000000) AND time < make_timestamp(1772323200000000) AND (counted <> (seq IN (SELECT changed_decisions.seq
                FROM changed_decisions
                WHERE last_event > 40
                GROUP BY ALL
                HAVING count(*) % 2 = 1))) AND NOT do_not_track) AS events
        WHERE (strlen(platform) IN (5) AND lower(platform) IN ('linux'))
        GROUP BY ALL) AS other USING (period, a, origin_id)
      GROUP BY ALL)
    GROUP BY ALL
    HAVING sum(visitors) > 0)) AS visitors USING (a)
ORDER BY total DESC, a
LIMIT 1000;


-- downloads by a variable

SELECT max(last_event) AS last
FROM changed_decisions;

SELECT pair.key AS v0, pair.value AS v1, count(*) AS total, count(DISTINCT origin_id) AS origins, count(DISTINCT endpoint_id) AS endpoints
FROM (SELECT *, {'key': 'plan', 'value': json_extract_string(TRY_CAST(variables AS JSON), '/plan')} AS pair
  FROM events
  WHERE artifact BETWEEN 1 AND 2 AND seq < 40 AND (counted <> (seq IN (SELECT changed_decisions.seq
        FROM changed_decisions
        WHERE last_event > 40
        GROUP BY ALL
        HAVING count(*) % 2 = 1))) AND time >= make_timestamp(1769817600000000) AND time < make_timestamp(1773273600000000) AND NOT do_not_track AND variables <> '')
WHERE pair.value IS NOT NULL
GROUP BY ALL
ORDER BY total DESC, v0, v1
LIMIT 1000;


-- downloads of a range, from summaries

SELECT max(last_event) AS last
FROM changed_decisions;

SELECT counts.*, visitors.origins, visitors.endpoints
FROM (SELECT sum(events)::BIGINT AS total
  FROM (SELECT artifact, first AS time, last, events
    FROM daily_programs
    WHERE artifact BETWEEN 1 AND 2 AND part IN (9, 8) AND day >= DATE '2026-01-31' AND day < DATE '2026-03-12' AND counted AND NOT do_not_track
    UNION ALL
    SELECT artifact, time, time AS last, 1 AS events
    FROM events
    WHERE artifact BETWEEN 1 AND 2 AND seq >= 30 AND seq < 40 AND time >= make_timestamp(1769817600000000) AND time < make_timestamp(1773273600000000) AND (counted <> (seq IN (SELECT changed_decisions.seq
          FROM changed_decisions
          WHERE last_event > 40
          GROUP BY ALL
          HAVING count(*) % 2 = 1))) AND NOT do_not_track
    UNION ALL
    SELECT artifact, time, time AS last, 1 AS events
    FROM events
    WHERE artifact = 0 AND seq < 30 AND time >= make_timestamp(1769904000000000) AND time < make_timestamp(1772323200000000) AND (counted <> (seq IN (SELECT changed_decisions.seq
          FROM changed_decisions
          WHERE last_event > 40
          GROUP BY ALL
          HAVING count(*) % 2 = 1))) AND NOT do_not_track) AS events
  HAVING count(*) > 0) AS counts , (SELECT origins, endpoints
  FROM (SELECT *
    FROM (SELECT period, sum(visitors)::BIGINT AS origins
      FROM (SELECT id_period AS period, count(DISTINCT origin_id)::BIGINT AS visitors
        FROM (SELECT *
          FROM (SELECT artifact, id_period, origin_id
            FROM visitor_months 
            WHERE artifact BETWEEN 1 AND 2 AND part IN (9, 8) AND month >= DATE '2026-01-01' AND month < DATE '2026-03-12' AND (CASE WHEN month = DATE '2026-01-01' THEN (days & 1073741824::UINTEGER) WHEN month = DATE '2026-03-01' THEN (days & 2047::UINTEGER) ELSE days END) <> 0
            UNION ALL
            SELECT artifact, id_period, origin_id
            FROM events
            WHERE artifact BETWEEN 1 AND 2 AND seq >= 30 AND seq < 40 AND time >= make_timestamp(1769817600000000) AND time < make_timestamp(1773273600000000) AND (counted <> (seq IN (SELECT changed_decisions.seq
                  FROM changed_decisions
                  WHERE last_event > 40
                  GROUP BY ALL
                  HAVING count(*) % 2 = 1))) AND NOT do_not_track
            UNION ALL
            SELECT artifact, id_period, origin_id
            FROM events
            WHERE artifact = 0 AND seq < 30 AND time >= make_timestamp(1769904000000000) AND time < make_timestamp(1772323200000000) AND (counted <> (seq IN (SELECT changed_decisions.seq
                  FROM changed_decisions
                  WHERE last_event > 40
                  GROUP BY ALL
                  HAVING count(*) % 2 = 1))) AND NOT do_not_track)
          WHERE id_period = '2026-03') AS events
        GROUP BY ALL)
      GROUP BY ALL
      HAVING sum(visitors) > 0) AS ones
    JOIN (SELECT period, sum(visitors)::BIGINT AS endpoints
      FROM (SELECT id_period AS period, count(DISTINCT endpoint_id)::BIGINT AS visitors
        FROM (SELECT *
          FROM (SELECT artifact, id_period, endpoint_id
            FROM visitor_months 
            WHERE artifact BETWEEN 1 AND 2 AND part IN (9, 8) AND month >= DATE '2026-01-01' AND month < DATE '2026-03-12' AND (CASE WHEN month = DATE '2026-01-01' THEN (days & 1073741824::UINTEGER) WHEN month = DATE '2026-03-01' THEN (days & 2047::UINTEGER) ELSE days END) <> 0
            UNION ALL
            SELECT artifact, id_period, endpoint_id
            FROM events
            WHERE artifact BETWEEN 1 AND 2 AND seq >= 30 AND seq < 40 AND time >= make_timestamp(1769817600000000) AND time < make_timestamp(1773273600000000) AND (counted <> (seq IN (SELECT changed_decisions.seq
                  FROM changed_decisions
                  WHERE last_event > 40
                  GROUP BY ALL
                  HAVING count(*) % 2 = 1))) AND NOT do_not_track
            UNION ALL
            SELECT artifact, id_period, endpoint_id
            FROM events
            WHERE artifact = 0 AND seq < 30 AND time >= make_timestamp(1769904000000000) AND time < make_timestamp(1772323200000000) AND (counted <> (seq IN (SELECT changed_decisions.seq
                  FROM changed_decisions
                  WHERE last_event > 40
                  GROUP BY ALL
                  HAVING count(*) % 2 = 1))) AND NOT do_not_track)
          WHERE id_period = '2026-03') AS events
        GROUP BY ALL)
      GROUP BY ALL
      HAVING sum(visitors) > 0) AS others USING (period))) AS visitors
ORDER BY total DESC
LIMIT 1000;


-- downloads by day and country, from summaries

SELECT max(last_event) AS last
FROM changed_decisions;

SELECT counts.*, visitors.origins, visitors.endpoints
FROM (SELECT time::DATE AS day, country AS v0, sum(events)::BIGINT AS total
  FROM (SELECT artifact, country, first AS time, last, events
    FROM daily_places
    WHERE artifact BETWEEN 1 AND 2 AND part IN (9, 8) AND day >= DATE '2026-01-31' AND day < DATE '2026-03-12' AND counted AND NOT do_not_track
    UNION ALL
    SELECT artifact, country, time, time AS last, 1 AS events
    FROM events
    WHERE artifact BETWEEN 1 AND 2 AND seq >= 30 AND seq < 40 AND time >= make_timestamp(1769817600000000) AND time < make_timestamp(1773273600000000) AND (counted <> (seq IN (SELECT changed_decisions.seq
          FROM changed_decisions
          WHERE last_event > 40
          GROUP BY ALL
          HAVING count(*) % 2 = 1))) AND NOT do_not_track
    UNION ALL
    SELECT artifact, country, time, time AS last, 1 AS events
    FROM events
    WHERE artifact = 0 AND seq < 30 AND time >= make_timestamp(1769904000000000) AND time < make_timestamp(1772323200000000) AND (counted <> (seq IN (SELECT changed_decisions.seq
          FROM changed_decisions
          WHERE last_event > 40
          GROUP BY ALL
          HAVING count(*) % 2 = 1))) AND NOT do_not_track) AS events
  GROUP BY ALL) AS counts
LEFT
JOIN (SELECT day, v0, origins, endpoints
  FROM (SELECT *
    FROM (SELECT period, (month + bit::INTEGER)::DATE AS day, v0, count::BIGINT AS origins
      FROM (SELECT month, period, v0, unnest(range(len(counts))) AS bit, unnest(counts) AS count
        FROM (SELECT month, period, v0, [sum(visitors) FILTER (WHERE (days & 1::UINTEGER) <> 0), sum(visitors) FILTER (WHERE (days & 2::UINTEGER) <> 0), sum(visitors) FILTER (WHERE (days & 4::UINTEGER) <> 0), sum(visitors) FILTER (WHERE (days & 8::UINTEGER) <> 0), sum(visitors) FILTER (WHERE (days & 16::UINTEGER) <> 0), sum(visitors) FILTER (WHERE (days & 32::UINTEGER) <> 0), sum(visitors) FILTER (WHERE (days & 64::UINTEGER) <> 0), sum(visitors) FILTER (WHERE (days & 128::UINTEGER) <> 0), sum(visitors) FILTER (WHERE (days & 256::UINTEGER) <> 0), sum(visitors) FILTER (WHERE (days & 512::UINTEGER) <> 0), sum(visitors) FILTER (WHERE (days & 1024::UINTEGER) <> 0), sum(visitors) FILTER (WHERE (days & 2048::UINTEGER) <> 0), sum(visitors) FILTER (WHERE (days & 4096::UINTEGER) <> 0), sum(visitors) FILTER (WHERE (days & 8192::UINTEGER) <> 0), sum(visitors) FILTER (WHERE (days & 16384::UINTEGER) <> 0), sum(visitors) FILTER (WHERE (days & 32768::UINTEGER) <> 0), sum(visitors) FILTER (WHERE (days & 65536::UINTEGER) <> 0), sum(visitors) FILTER (WHERE (days & 131072::UINTEGER) <> 0), sum(visitors) FILTER (WHERE (days & 262144::UINTEGER) <> 0), sum(visitors) FILTER (WHERE (days & 524288::UINTEGER) <> 0), sum(visitors) FILTER (WHERE (days & 1048576::UINTEGER) <> 0), sum(visitors) FILTER (WHERE (days & 2097152::UINTEGER) <> 0), sum(visitors) FILTER (WHERE (days & 4194304::UINTEGER) <> 0), sum(visitors) FILTER (WHERE (days & 8388608::UINTEGER) <> 0), sum(visitors) FILTER (WHERE (days & 16777216::UINTEGER) <> 0), sum(visitors) FILTER (WHERE (days & 33554432::UINTEGER) <> 0), sum(visitors) FILTER (WHERE (days & 67108864::UINTEGER) <> 0), sum(visitors) FILTER (WHERE (days & 134217728::UINTEGER) <> 0), sum(visitors) FILTER (WHERE (days & 268435456::UINTEGER) <> 0), sum(visitors) FILTER (WHERE (days & 536870912::UINTEGER) <> 0), sum(visitors) FILTER (WHERE (days & 1073741824::UINTEGER) <> 0)] AS counts
          FROM (SELECT month, period, v0, days, count(*)::BIGINT AS visitors
            FROM (SELECT month, id_period AS period, country AS v0, origin_id, bit_or(days) AS days
              FROM (SELECT artifact, id_period, origin_id, country, month, (CASE WHEN month = DATE '2026-01-01' THEN (days & 1073741824::UINTEGER) WHEN month = DATE '2026-03-01' THEN (days & 2047::UINTEGER) ELSE days END) AS days
                FROM visitor_months 
                WHERE artifact BETWEEN 1 AND 2 AND part IN (9, 8) AND month >= DATE '2026-01-01' AND month < DATE '2026-03-12' AND (CASE WHEN month = DATE '2026-01-01' THEN (days & 1073741824::UINTEGER) WHEN month = DATE '2026-03-01' THEN (days & 2047::UINTEGER) ELSE days END) <> 0
                UNION ALL
                SELECT artifact, id_period, origin_id, country, date_trunc('month', time)::DATE AS month, 1::UINTEGER << (day(time) - 1)::UINTEGER AS days
                FROM events
                WHERE artifact BETWEEN 1 AND 2 AND seq >= 30 AND seq < 40 AND time >= make_timestamp(1769817600000000) AND time < make_timestamp(1773273600000000) AND (counted <> (seq IN (SELECT changed_decisions.seq
                      FROM changed_decisions
                      WHERE last_event > 40
                      GROUP BY ALL
                      HAVING count(*) % 2 = 1))) AND NOT do_not_track
                UNION ALL
                SELECT artifact, id_period, origin_id, country, date_trunc('month', time)::DATE AS month, 1::UINTEGER << (day(time) - 1)::UINTEGER AS days
                FROM events
                WHERE artifact = 0 AND seq < 30 AND time >= make_timestamp(1769904000000000) AND time < make_timestamp(1772323200000000) AND (counted <> (seq IN (SELECT changed_decisions.seq
                      FROM changed_decisions
                      WHERE last_event > 40
                      GROUP BY ALL
                      HAVING count(*) % 2 = 1))) AND NOT do_not_track) AS events
              GROUP BY ALL)
            GROUP BY ALL)
          GROUP BY ALL))
      WHERE count <> 0) AS ones
    JOIN (SELECT period, (month + bit::INTEGER)::DATE AS day, v0, count::BIGINT AS endpoints
      FROM (SELECT month, period, v0, unnest(range(len(counts))) AS bit, unnest(counts) AS count
        FROM (SELECT month, period, v0, [sum(visitors) FILTER (WHERE (days & 1::UINTEGER) <> 0), sum(visitors) FILTER (WHERE (days & 2::UINTEGER) <> 0), sum(visitors) FILTER (WHERE (days & 4::UINTEGER) <> 0), sum(visitors) FILTER (WHERE (days & 8::UINTEGER) <> 0), sum(visitors) FILTER (WHERE (days & 16::UINTEGER) <> 0), sum(visitors) FILTER (WHERE (days & 32::UINTEGER) <> 0), sum(visitors) FILTER (WHERE (days & 64::UINTEGER) <> 0), sum(visitors) FILTER (WHERE (days & 128::UINTEGER) <> 0), sum(visitors) FILTER (WHERE (days & 256::UINTEGER) <> 0), sum(visitors) FILTER (WHERE (days & 512::UINTEGER) <> 0), sum(visitors) FILTER (WHERE (days & 1024::UINTEGER) <> 0), sum(visitors) FILTER (WHERE (days & 2048::UINTEGER) <> 0), sum(visitors) FILTER (WHERE (days & 4096::UINTEGER) <> 0), sum(visitors) FILTER (WHERE (days & 8192::UINTEGER) <> 0), sum(visitors) FILTER (WHERE (days & 16384::UINTEGER) <> 0), sum(visitors) FILTER (WHERE (days & 32768::UINTEGER) <> 0), sum(visitors) FILTER (WHERE (days & 65536::UINTEGER) <> 0), sum(visitors) FILTER (WHERE (days & 131072::UINTEGER) <> 0), sum(visitors) FILTER (WHERE (days & 262144::UINTEGER) <> 0), sum(visitors) FILTER (WHERE (days & 524288::UINTEGER) <> 0), sum(visitors) FILTER (WHERE (days & 1048576::UINTEGER) <> 0), sum(visitors) FILTER (WHERE (days & 2097152::UINTEGER) <> 0), sum(visitors) FILTER (WHERE (days & 4194304::UINTEGER) <> 0), sum(visitors) FILTER (WHERE (days & 8388608::UINTEGER) <> 0), sum(visitors) FILTER (WHERE (days & 16777216::UINTEGER) <> 0), sum(visitors) FILTER (WHERE (days & 33554432::UINTEGER) <> 0), sum(visitors) FILTER (WHERE (days & 67108864::UINTEGER) <> 0), sum(visitors) FILTER (WHERE (days & 134217728::UINTEGER) <> 0), sum(visitors) FILTER (WHERE (days & 268435456::UINTEGER) <> 0), sum(visitors) FILTER (WHERE (days & 536870912::UINTEGER) <> 0), sum(visitors) FILTER (WHERE (days & 1073741824::UINTEGER) <> 0)] AS counts
          FROM (SELECT month, period, v0, days, count(*)::BIGINT AS visitors
            FROM (SELECT month, id_period AS period, country AS v0, endpoint_id, bit_or(days) AS days
              FROM (SELECT artifact, id_period, endpoint_id, country, month, (CASE WHEN month = DATE '2026-01-01' THEN (days & 1073741824::UINTEGER) WHEN month = DATE '2026-03-01' THEN (days & 2047::UINTEGER) ELSE days END) AS days
                FROM visitor_months 
                WHERE artifact BETWEEN 1 AND 2 AND part IN (9, 8) AND month >= DATE '2026-01-01' AND month < DATE '2026-03-12' AND (CASE WHEN month = DATE '2026-01-01' THEN (days & 1073741824::UINTEGER) WHEN month = DATE '2026-03-01' THEN (days & 2047::UINTEGER) ELSE days END) <> 0
                UNION ALL
                SELECT artifact, id_period, endpoint_id, country, date_trunc('month', time)::DATE AS month, 1::UINTEGER << (day(time) - 1)::UINTEGER AS days
                FROM events
                WHERE artifact BETWEEN 1 AND 2 AND seq >= 30 AND seq < 40 AND time >= make_timestamp(1769817600000000) AND time < make_timestamp(1773273600000000) AND (counted <> (seq IN (SELECT changed_decisions.seq
                      FROM changed_decisions
                      WHERE last_event > 40
                      GROUP BY ALL
                      HAVING count(*) % 2 = 1))) AND NOT do_not_track
                UNION ALL
                SELECT artifact, id_period, endpoint_id, country, date_trunc('month', time)::DATE AS month, 1::UINTEGER << (day(time) - 1)::UINTEGER AS days
                FROM events
                WHERE artifact = 0 AND seq < 30 AND time >= make_timestamp(1769904000000000) AND time < make_timestamp(1772323200000000) AND (counted <> (seq IN (SELECT changed_decisions.seq
                      FROM changed_decisions
                      WHERE last_event > 40
                      GROUP BY ALL
                      HAVING count(*) % 2 = 1))) AND NOT do_not_track) AS events
              GROUP BY ALL)
            GROUP BY ALL)
          GROUP BY ALL))
      WHERE count <> 0) AS others USING (period, day, v0))) AS visitors USING (day, v0)
ORDER BY day, total DESC, v0
LIMIT 1000;


-- downloads by week and company, with filters and corrections, from summaries

SELECT max(last_event) AS last
FROM changed_decisions;

SELECT counts.*, visitors.origins, visitors.endpoints
FROM (SELECT date_trunc('week', time)::DATE AS day, artifact AS a, CASE WHEN connection_type = 'hosting' THEN '' ELSE company_name END AS v0, CASE WHEN connection_type = 'hosting' THEN '' ELSE company_domain END AS v1, sum(events)::BIGINT AS total, min(time) AS first, max(last) AS last
  FROM (SELECT events.* REPLACE (coalesce(said.name, company_name) AS company_name, coalesce(said.domain, company_domain) AS company_domain, CASE WHEN said.of IS NULL THEN confidence WHEN said.name = '' AND said.domain = '' THEN NULL ELSE 1.0 END AS confidence, CASE WHEN said.of IS NULL THEN connection_type WHEN said.name = '' AND said.domain = '' THEN CASE WHEN connection_type = 'business' OR connection_type IN ('education', 'government') THEN '' ELSE connection_type END WHEN connection_type IN ('education', 'government') THEN connection_type ELSE 'business' END AS connection_type)
    FROM (SELECT artifact, version, connection_type, company_domain, company_name, network, confidence, time, time AS last, 1 AS events
      FROM events
      WHERE artifact BETWEEN 1 AND 2 AND seq < 40 AND time >= make_timestamp(1769817600000000) AND time < make_timestamp(1773273600000000) AND (counted <> (seq IN (SELECT changed_decisions.seq
            FROM changed_decisions
            WHERE last_event > 40
            GROUP BY ALL
            HAVING count(*) % 2 = 1))) AND NOT do_not_track) AS events
    LEFT
    JOIN (SELECT unnest(from_json('[{"of":"AS13","name":"Aoba","domain":"aoba.example"}]', '[{"of":"VARCHAR","name":"VARCHAR","domain":"VARCHAR"}]'), recursive := true)) AS said ON said.of = CASE WHEN network <> '' THEN split_part(network, ' ', 1) WHEN connection_type = 'hosting' THEN '' WHEN company_domain <> '' THEN '=' || company_domain WHEN company_name <> '' THEN '=' || company_name ELSE '' END) AS events
  WHERE (starts_with(lower(version), '1.') OR starts_with(lower(version), '2.')) AND CASE WHEN connection_type = 'hosting' THEN '' WHEN company_domain = '' THEN company_name ELSE company_domain END NOT IN (SELECT unnest(from_json('["aoba.example"]', '["VARCHAR"]')))
  GROUP BY ALL) AS counts
LEFT
JOIN (SELECT day, a, v0, v1, origins, endpoints
  FROM (SELECT *
    FROM (SELECT period, day, a, v0, v1, sum(visitors)::BIGINT AS origins
      FROM (SELECT id_period AS period, date_trunc('week', time)::DATE AS day, artifact AS a, CASE WHEN connection_type = 'hosting' THEN '' ELSE company_name END AS v0, CASE WHEN connection_type = 'hosting' THEN '' ELSE company_domain END AS v1, count(*)::BIGINT AS visitors
        FROM (SELECT events.* REPLACE (coalesce(said.name, company_name) AS company_name, coalesce(said.domain, company_domain) AS company_domain, CASE WHEN said.of IS NULL THEN confidence WHEN said.name = '' AND said.domain = '' THEN NULL ELSE 1.0 END AS confidence, CASE WHEN said.of IS NULL THEN connection_type WHEN said.name = '' AND said.domain = '' THEN CASE WHEN connection_type = 'business' OR connection_type IN ('education', 'government') THEN '' ELSE connection_type END WHEN connection_type IN ('education', 'government') THEN connection_type ELSE 'business' END AS connection_type)
          FROM (SELECT artifact, id_period, origin_id, version, connection_type, company_domain, company_name, network, confidence, buckets.start AS time
            FROM visitor_months
            JOIN (SELECT *
              FROM (VALUES (DATE '2026-01-01', TIMESTAMP '2026-01-26', 1073741824::UINTEGER), (DATE '2026-02-01', TIMESTAMP '2026-01-26', 1::UINTEGER), (DATE '2026-02-01', TIMESTAMP '2026-02-02', 254::UINTEGER), (DATE '2026-02-01', TIMESTAMP '2026-02-09', 32512::UINTEGER), (DATE '2026-02-01', TIMESTAMP '2026-02-16', 4161536::UINTEGER), (DATE '2026-02-01', TIMESTAMP '2026-02-23', 264241152::UINTEGER), (DATE '2026-03-01', TIMESTAMP '2026-02-23', 1::UINTEGER), (DATE '2026-03-01', TIMESTAMP '2026-03-02', 254::UINTEGER), (DATE '2026-03-01', TIMESTAMP '2026-03-09', 1792::UINTEGER)) AS list(month, start, mask)) AS buckets USING (month)
            WHERE artifact BETWEEN 1 AND 2 AND part IN (9, 8) AND month >= DATE '2026-01-01' AND month < DATE '2026-03-12' AND (days & buckets.mask) <> 0 AND alone) AS events
          LEFT
          JOIN (SELECT unnest(from_json('[{"of":"AS13","name":"Aoba","domain":"aoba.example"}]', '[{"of":"VARCHAR","name":"VARCHAR","domain":"VARCHAR"}]'), recursive := true)) AS said ON said.of = CASE WHEN network <> '' THEN split_part(network, ' ', 1) WHEN connection_type = 'hosting' THEN '' WHEN company_domain <> '' THEN '=' || company_domain WHEN company_name <> '' THEN '=' || company_name ELSE '' END) AS events
        WHERE (starts_with(lower(version), '1.') OR starts_with(lower(version), '2.')) AND CASE WHEN connection_type = 'hosting' THEN '' WHEN company_domain = '' THEN company_name ELSE company_domain END NOT IN (SELECT unnest(from_json('["aoba.example"]', '["VARCHAR"]')))
        GROUP BY ALL
        UNION ALL
        SELECT id_period AS period, date_trunc('week', time)::DATE AS day, artifact AS a, CASE WHEN connection_type = 'hosting' THEN '' ELSE company_name END AS v0, CASE WHEN connection_type = 'hosting' THEN '' ELSE company_domain END AS v1, count(DISTINCT origin_id)::BIGINT AS visitors
        FROM (SELECT events.* REPLACE (coalesce(said.name, company_name) AS company_name, coalesce(said.domain, company_domain) AS company_domain, CASE WHEN said.of IS NULL THEN confidence WHEN said.name = '' AND said.domain = '' THEN NULL ELSE 1.0 END AS confidence, CASE WHEN said.of IS NULL THEN connection_type WHEN said.name = '' AND said.domain = '' THEN CASE WHEN connection_type = 'business' OR connection_type IN ('education', 'government') THEN '' ELSE connection_type END WHEN connection_type IN ('education', 'government') THEN connection_type ELSE 'business' END AS connection_type)
          FROM (SELECT artifact, id_period, origin_id, version, connection_type, company_domain, company_name, network, confidence, buckets.start AS time
            FROM visitor_months
            JOIN (SELECT *
              FROM (VALUES (DATE '2026-01-01', TIMESTAMP '2026-01-26', 1073741824::UINTEGER), (DATE '2026-02-01', TIMESTAMP '2026-01-26', 1::UINTEGER), (DATE '2026-02-01', TIMESTAMP '2026-02-02', 254::UINTEGER), (DATE '2026-02-01', TIMESTAMP '2026-02-09', 32512::UINTEGER), (DATE '2026-02-01', TIMESTAMP '2026-02-16', 4161536::UINTEGER), (DATE '2026-02-01', TIMESTAMP '2026-02-23', 264241152::UINTEGER), (DATE '2026-03-01', TIMESTAMP '2026-02-23', 1::UINTEGER), (DATE '2026-03-01', TIMESTAMP '2026-03-02', 254::UINTEGER), (DATE '2026-03-01', TIMESTAMP '2026-03-09', 1792::UINTEGER)) AS list(month, start, mask)) AS buckets USING (month)
            WHERE artifact BETWEEN 1 AND 2 AND part IN (9, 8) AND month >= DATE '2026-01-01' AND month < DATE '2026-03-12' AND (days & buckets.mask) <> 0 AND NOT (alone)
            UNION ALL
            SELECT artifact, id_period, origin_id, version, connection_type, company_domain, company_name, network, confidence, time
            FROM events
            WHERE artifact BETWEEN 1 AND 2 AND seq >= 30 AND seq < 40 AND time >= make_timestamp(1769817600000000) AND time < make_timestamp(1773273600000000) AND (counted <> (seq IN (SELECT changed_decisions.seq
                  FROM changed_decisions
                  WHERE last_event > 40
                  GROUP BY ALL
                  HAVING count(*) % 2 = 1))) AND NOT do_not_track
            UNION ALL
            SELECT artifact, id_period, origin_id, version, connection_type, company_domain, company_name, network, confidence, time
            FROM events
            WHERE artifact = 0 AND seq < 30 AND time >= make_timestamp(1769904000000000) AND time < make_timestamp(1772323200000000) AND (counted <> (seq IN (SELECT changed_decisions.seq
                  FROM changed_decisions
                  WHERE last_event > 40
                  GROUP BY ALL
                  HAVING count(*) % 2 = 1))) AND NOT do_not_track) AS events
          LEFT
          JOIN (SELECT unnest(from_json('[{"of":"AS13","name":"Aoba","domain":"aoba.example"}]', '[{"of":"VARCHAR","name":"VARCHAR","domain":"VARCHAR"}]'), recursive := true)) AS said ON said.of = CASE WHEN network <> '' THEN split_part(network, ' ', 1) WHEN connection_type = 'hosting' THEN '' WHEN company_domain <> '' THEN '=' || company_domain WHEN company_name <> '' THEN '=' || company_name ELSE '' END) AS events
        WHERE (starts_with(lower(version), '1.') OR starts_with(lower(version), '2.')) AND CASE WHEN connection_type = 'hosting' THEN '' WHEN company_domain = '' THEN company_name ELSE company_domain END NOT IN (SELECT unnest(from_json('["aoba.example"]', '["VARCHAR"]')))
        GROUP BY ALL
        UNION ALL
        SELECT period, day, a, v0, v1, -count(*)::BIGINT AS visitors
        FROM (SELECT id_period AS period, date_trunc('week', time)::DATE AS day, artifact AS a, CASE WHEN connection_type = 'hosting' THEN '' ELSE company_name END AS v0, CASE WHEN connection_type = 'hosting' THEN '' ELSE company_domain END AS v1, origin_id
          FROM (SELECT events.* REPLACE (coalesce(said.name, company_name) AS company_name, coalesce(said.domain, company_domain) AS company_domain, CASE WHEN said.of IS NULL THEN confidence WHEN said.name = '' AND said.domain = '' THEN NULL ELSE 1.0 END AS confidence, CASE WHEN said.of IS NULL THEN connection_type WHEN said.name = '' AND said.domain = '' THEN CASE WHEN connection_type = 'business' OR connection_type IN ('education', 'government') THEN '' ELSE connection_type END WHEN connection_type IN ('education', 'government') THEN connection_type ELSE 'business' END AS connection_type)
            FROM (SELECT artifact, id_period, origin_id, version, connection_type, company_domain, company_name, network, confidence, buckets.start AS time
              FROM visitor_months
              JOIN (SELECT *
                FROM (VALUES (DATE '2026-01-01', TIMESTAMP '2026-01-26', 1073741824::UINTEGER), (DATE '2026-02-01', TIMESTAMP '2026-01-26', 1::UINTEGER), (DATE '2026-02-01', TIMESTAMP '2026-02-02', 254::UINTEGER), (DATE '2026-02-01', TIMESTAMP '2026-02-09', 32512::UINTEGER), (DATE '2026-02-01', TIMESTAMP '2026-02-16', 4161536::UINTEGER), (DATE '2026-02-01', TIMESTAMP '2026-02-23', 264241152::UINTEGER), (DATE '2026-03-01', TIMESTAMP '2026-02-23', 1::UINTEGER), (DATE '2026-03-01', TIMESTAMP '2026-03-02', 254::UINTEGER), (DATE '2026-03-01', TIMESTAMP '2026-03-09', 1792::UINTEGER)) AS list(month, start, mask)) AS buckets USING (month)
              WHERE artifact BETWEEN 1 AND 2 AND part IN (9, 8) AND month >= DATE '2026-01-01' AND month < DATE '2026-03-12' AND (days & buckets.mask) <> 0 AND alone AND origin_id IN (SELECT origin_id
                FROM (SELECT artifact, id_period, origin_id, version, connection_type, company_domain, company_name, network, confidence, time
                  FROM events
                  WHERE artifact BETWEEN 1 AND 2 AND seq >= 30 AND seq < 40 AND time >= make_timestamp(1769817600000000) AND time < make_timestamp(1773273600000000) AND (counted <> (seq IN (SELECT changed_decisions.seq
                        FROM changed_decisions
                        WHERE last_event > 40
                        GROUP BY ALL
                        HAVING count(*) % 2 = 1))) AND NOT do_not_track
                  UNION ALL
                  SELECT artifact, id_period, origin_id, version, connection_type, company_domain, company_name, network, confidence, time
                  FROM events
                  WHERE artifact = 0 AND seq < 30 AND time >= make_timestamp(1769904000000000) AND time < make_timestamp(1772323200000000) AND (counted <> (seq IN (SELECT changed_decisions.seq
                        FROM changed_decisions
                        WHERE last_event > 40
                        GROUP BY ALL
                        HAVING count(*) % 2 = 1))) AND NOT do_not_track) AS met)) AS events
            LEFT
            JOIN (SELECT unnest(from_json('[{"of":"AS13","name":"Aoba","domain":"aoba.example"}]', '[{"of":"VARCHAR","name":"VARCHAR","domain":"VARCHAR"}]'), recursive := true)) AS said ON said.of = CASE WHEN network <> '' THEN split_part(network, ' ', 1) WHEN connection_type = 'hosting' THEN '' WHEN company_domain <> '' THEN '=' || company_domain WHEN company_name <> '' THEN '=' || company_name ELSE '' END) AS events
          WHERE (starts_with(lower(version), '1.') OR starts_with(lower(version), '2.')) AND CASE WHEN connection_type = 'hosting' THEN '' WHEN company_domain = '' THEN company_name ELSE company_domain END NOT IN (SELECT unnest(from_json('["aoba.example"]', '["VARCHAR"]')))
          GROUP BY ALL) AS one
        JOIN (SELECT id_period AS period, date_trunc('week', time)::DATE AS day, artifact AS a, CASE WHEN connection_type = 'hosting' THEN '' ELSE company_name END AS v0, CASE WHEN connection_type = 'hosting' THEN '' ELSE company_domain END AS v1, origin_id
          FROM (SELECT events.* REPLACE (coalesce(said.name, company_name) AS company_name, coalesce(said.domain, company_domain) AS company_domain, CASE WHEN said.of IS NULL THEN confidence WHEN said.name = '' AND said.domain = '' THEN NULL ELSE 1.0 END AS confidence, CASE WHEN said.of IS NULL THEN connection_type WHEN said.name = '' AND said.domain = '' THEN CASE WHEN connection_type = 'business' OR connection_type IN ('education', 'government') THEN '' ELSE connection_type END WHEN connection_type IN ('education', 'government') THEN connection_type ELSE 'business' END AS connection_type)
            FROM (SELECT artifact, id_period, origin_id, version, connection_type, company_domain, company_name, network, confidence, time
              FROM events
              WHERE artifact BETWEEN 1 AND 2 AND seq >= 30 AND seq < 40 AND time >= make_timestamp(1769817600000000) AND time < make_timestamp(1773273600000000) AND (counted <> (seq IN (SELECT changed_decisions.seq
                    FROM changed_decisions
                    WHERE last_event > 40
                    GROUP BY ALL
                    HAVING count(*) % 2 = 1))) AND NOT do_not_track
              UNION ALL
              SELECT artifact, id_period, origin_id, version, connection_type, company_domain, company_name, network, confidence, time
              FROM events
              WHERE artifact = 0 AND seq < 30 AND time >= make_timestamp(1769904000000000) AND time < make_timestamp(1772323200000000) AND (counted <> (seq IN (SELECT changed_decisions.seq
                    FROM changed_decisions
                    WHERE last_event > 40
                    GROUP BY ALL
                    HAVING count(*) % 2 = 1))) AND NOT do_not_track) AS events
            LEFT
            JOIN (SELECT unnest(from_json('[{"of":"AS13","name":"Aoba","domain":"aoba.example"}]', '[{"of":"VARCHAR","name":"VARCHAR","domain":"VARCHAR"}]'), recursive := true)) AS said ON said.of = CASE WHEN network <> '' THEN split_part(network, ' ', 1) WHEN connection_type = 'hosting' THEN '' WHEN company_domain <> '' THEN '=' || company_domain WHEN company_name <> '' THEN '=' || company_name ELSE '' END) AS events
          WHERE (starts_with(lower(version), '1.') OR starts_with(lower(version), '2.')) AND CASE WHEN connection_type = 'hosting' THEN '' WHEN company_domain = '' THEN company_name ELSE company_domain END NOT IN (SELECT unnest(from_json('["aoba.example"]', '["VARCHAR"]')))
          GROUP BY ALL) AS other USING (period, day, a, v0, v1, origin_id)
        GROUP BY ALL)
      GROUP BY ALL
      HAVING sum(visitors) > 0) AS ones
    JOIN (SELECT period, day, a, v0, v1, sum(visitors)::BIGINT AS endpoints
      FROM (SELECT id_period AS period, date_trunc('week', time)::DATE AS day, artifact AS a, CASE WHEN connection_type = 'hosting' THEN '' ELSE company_name END AS v0, CASE WHEN connection_type = 'hosting' THEN '' ELSE company_domain END AS v1, count(DISTINCT endpoint_id)::BIGINT AS visitors
        FROM (SELECT events.* REPLACE (coalesce(said.name, company_name) AS company_name, coalesce(said.domain, company_domain) AS company_domain, CASE WHEN said.of IS NULL THEN confidence WHEN said.name = '' AND said.domain = '' THEN NULL ELSE 1.0 END AS confidence, CASE WHEN said.of IS NULL THEN connection_type WHEN said.name = '' AND said.domain = '' THEN CASE WHEN connection_type = 'business' OR connection_type IN ('education', 'government') THEN '' ELSE connection_type END WHEN connection_type IN ('education', 'government') THEN connection_type ELSE 'business' END AS connection_type)
          FROM (SELECT *
            FROM (SELECT artifact, id_period, endpoint_id, version, connection_type, company_domain, company_name, network, confidence, buckets.start AS time
              FROM visitor_months
              JOIN (SELECT *
                FROM (VALUES (DATE '2026-01-01', TIMESTAMP '2026-01-26', 1073741824::UINTEGER), (DATE '2026-02-01', TIMESTAMP '2026-01-26', 1::UINTEGER), (DATE '2026-02-01', TIMESTAMP '2026-02-02', 254::UINTEGER), (DATE '2026-02-01', TIMESTAMP '2026-02-09', 32512::UINTEGER), (DATE '2026-02-01', TIMESTAMP '2026-02-16', 4161536::UINTEGER), (DATE '2026-02-01', TIMESTAMP '2026-02-23', 264241152::UINTEGER), (DATE '2026-03-01', TIMESTAMP '2026-02-23', 1::UINTEGER), (DATE '2026-03-01', TIMESTAMP '2026-03-02', 254::UINTEGER), (DATE '2026-03-01', TIMESTAMP '2026-03-09', 1792::UINTEGER)) AS list(month, start, mask)) AS buckets USING (month)
              WHERE artifact BETWEEN 1 AND 2 AND part IN (9, 8) AND month >= DATE '2026-01-01' AND month < DATE '2026-03-12' AND (days & buckets.mask) <> 0
              UNION ALL
              SELECT artifact, id_period, endpoint_id, version, connection_type, company_domain, company_name, network, confidence, time
              FROM events
              WHERE artifact BETWEEN 1 AND 2 AND seq >= 30 AND seq < 40 AND time >= make_timestamp(1769817600000000) AND time < make_timestamp(1773273600000000) AND (counted <> (seq IN (SELECT changed_decisions.seq
                    FROM changed_decisions
                    WHERE last_event > 40
                    GROUP BY ALL
                    HAVING count(*) % 2 = 1))) AND NOT do_not_track
              UNION ALL
              SELECT artifact, id_period, endpoint_id, version, connection_type, company_domain, company_name, network, confidence, time
              FROM events
              WHERE artifact = 0 AND seq < 30 AND time >= make_timestamp(1769904000000000) AND time < make_timestamp(1772323200000000) AND (counted <> (seq IN (SELECT changed_decisions.seq
                    FROM changed_decisions
                    WHERE last_event > 40
                    GROUP BY ALL
                    HAVING count(*) % 2 = 1))) AND NOT do_not_track)
            WHERE id_period = '2026-03') AS events
          LEFT
          JOIN (SELECT unnest(from_json('[{"of":"AS13","name":"Aoba","domain":"aoba.example"}]', '[{"of":"VARCHAR","name":"VARCHAR","domain":"VARCHAR"}]'), recursive := true)) AS said ON said.of = CASE WHEN network <> '' THEN split_part(network, ' ', 1) WHEN connection_type = 'hosting' THEN '' WHEN company_domain <> '' THEN '=' || company_domain WHEN company_name <> '' THEN '=' || company_name ELSE '' END) AS events
        WHERE (starts_with(lower(version), '1.') OR starts_with(lower(version), '2.')) AND CASE WHEN connection_type = 'hosting' THEN '' WHEN company_domain = '' THEN company_name ELSE company_domain END NOT IN (SELECT unnest(from_json('["aoba.example"]', '["VARCHAR"]')))
        GROUP BY ALL)
      GROUP BY ALL
      HAVING sum(visitors) > 0) AS others USING (period, day, a, v0, v1))) AS visitors USING (day, a, v0, v1)
ORDER BY day, total DESC, a, v0, v1
LIMIT 1000;


-- id periods of a range

SELECT DISTINCT id_period AS period
FROM events
WHERE artifact BETWEEN 1 AND 2 AND seq < 40 AND time >= make_timestamp(1769817600000000) AND time < make_timestamp(1773273600000000) AND NOT do_not_track
ORDER BY 1;


-- companies

SELECT max(last_event) AS last
FROM changed_decisions;

SELECT max(last_event) AS last
FROM changed_decisions;

SELECT CASE WHEN company_domain = '' THEN company_name ELSE company_domain END AS company, argMax(company_name, (time, seq)) AS name, argMax(company_domain, (time, seq)) AS domain, coalesce(argMax(country, (time, seq)) FILTER (WHERE country <> ''), '') AS country, coalesce(argMax(state, (time, seq)) FILTER (WHERE country <> ''), '') AS state, max(confidence) AS confidence, argMax(connection_type, (time, seq)) AS connection_type, coalesce(list_sort(list(DISTINCT correction) FILTER (correction IS NOT NULL)), []) AS corrections, count(*) FILTER (WHERE artifact BETWEEN 1 AND 2) AS downloads, count(*) FILTER (WHERE artifact = 0) AS views, min(time) AS first, max(time) AS last, histogram(artifact) AS artifacts
FROM (SELECT *, CASE WHEN network <> '' THEN split_part(network, ' ', 1) WHEN connection_type = 'hosting' THEN '' WHEN company_domain <> '' THEN '=' || company_domain WHEN company_name <> '' THEN '=' || company_name ELSE '' END AS match, company_name AS matched_name, company_domain AS matched_domain, NULL::VARCHAR AS correction
  FROM events) AS events
WHERE artifact BETWEEN 0 AND 2 AND seq < 40 AND (counted <> (seq IN (SELECT changed_decisions.seq
      FROM changed_decisions
      WHERE last_event > 40
      GROUP BY ALL
      HAVING count(*) % 2 = 1))) AND time >= make_timestamp(1769817600000000) AND time < make_timestamp(1773273600000000) AND NOT do_not_track AND connection_type <> 'hosting' AND (company_domain <> '' OR company_name <> '') AND (confidence IS NULL OR confidence >= 0.5)
GROUP BY 1
ORDER BY 1;

SELECT CASE WHEN company_domain = '' THEN company_name ELSE company_domain END AS company, id_period AS period, count(DISTINCT origin_id) FILTER (WHERE artifact BETWEEN 1 AND 2) AS downloads, count(DISTINCT origin_id) FILTER (WHERE artifact = 0) AS views, count(DISTINCT origin_id) AS sources
FROM (SELECT *, CASE WHEN network <> '' THEN split_part(network, ' ', 1) WHEN connection_type = 'hosting' THEN '' WHEN company_domain <> '' THEN '=' || company_domain WHEN company_name <> '' THEN '=' || company_name ELSE '' END AS match, company_name AS matched_name, company_domain AS matched_domain, NULL::VARCHAR AS correction
  FROM events) AS events
WHERE artifact BETWEEN 0 AND 2 AND seq < 40 AND (counted <> (seq IN (SELECT changed_decisions.seq
      FROM changed_decisions
      WHERE last_event > 40
      GROUP BY ALL
      HAVING count(*) % 2 = 1))) AND time >= make_timestamp(1769817600000000) AND time < make_timestamp(1773273600000000) AND NOT do_not_track AND connection_type <> 'hosting' AND (company_domain <> '' OR company_name <> '') AND (confidence IS NULL OR confidence >= 0.5)
GROUP BY 1, 2
ORDER BY 1, 2;


-- days of companies

SELECT max(last_event) AS last
FROM changed_decisions;

SELECT CASE WHEN company_domain = '' THEN company_name ELSE company_domain END AS company, date_diff('day', DATE '1970-01-01', time::DATE) AS day, count(*) FILTER (WHERE artifact BETWEEN 1 AND 2) AS g0, min(time) FILTER (WHERE artifact BETWEEN 0 AND 2) AS first, count(*) FILTER (WHERE artifact BETWEEN 0 AND 2) AS seen
FROM (SELECT events.* REPLACE (coalesce(said.name, company_name) AS company_name, coalesce(said.domain, company_domain) AS company_domain, CASE WHEN said.of IS NULL THEN confidence WHEN said.name = '' AND said.domain = '' THEN NULL ELSE 1.0 END AS confidence, CASE WHEN said.of IS NULL THEN connection_type WHEN said.name = '' AND said.domain = '' THEN CASE WHEN connection_type = 'business' OR connection_type IN ('education', 'government') THEN '' ELSE connection_type END WHEN connection_type IN ('education', 'government') THEN connection_type ELSE 'business' END AS connection_type), CASE WHEN network <> '' THEN split_part(network, ' ', 1) WHEN connection_type = 'hosting' THEN '' WHEN company_domain <> '' THEN '=' || company_domain WHEN company_name <> '' THEN '=' || company_name ELSE '' END AS match, company_name AS matched_name, company_domain AS matched_domain, said.of AS correction
  FROM events
  LEFT
  JOIN (SELECT unnest(from_json('[{"of":"AS13","name":"Aoba","domain":"aoba.example"}]', '[{"of":"VARCHAR","name":"VARCHAR","domain":"VARCHAR"}]'), recursive := true)) AS said ON said.of = CASE WHEN network <> '' THEN split_part(network, ' ', 1) WHEN connection_type = 'hosting' THEN '' WHEN company_domain <> '' THEN '=' || company_domain WHEN company_name <> '' THEN '=' || company_name ELSE '' END) AS events
WHERE artifact BETWEEN 0 AND 2 AND seq < 40 AND (counted <> (seq IN (SELECT changed_decisions.seq
      FROM changed_decisions
      WHERE last_event > 40
      GROUP BY ALL
      HAVING count(*) % 2 = 1))) AND time >= make_timestamp(1769817600000000) AND time < make_timestamp(1773273600000000) AND NOT do_not_track AND connection_type <> 'hosting' AND (company_domain <> '' OR company_name <> '') AND (confidence IS NULL OR confidence >= 0.5)
GROUP BY 1, 2
ORDER BY 1, 2;


-- packages of companies

SELECT max(last_event) AS last
FROM changed_decisions;

SELECT company, artifact, sum(total)::BIGINT AS total, list({'period': period::VARCHAR, 'sources': sources}
  ORDER BY period) AS uniques, min(first) AS first, max(last) AS last
FROM (SELECT CASE WHEN company_domain = '' THEN company_name ELSE company_domain END AS company, artifact, id_period AS period, count(*) AS total, count(DISTINCT origin_id) AS sources, min(time) AS first, max(time) AS last
  FROM (SELECT *, CASE WHEN network <> '' THEN split_part(network, ' ', 1) WHEN connection_type = 'hosting' THEN '' WHEN company_domain <> '' THEN '=' || company_domain WHEN company_name <> '' THEN '=' || company_name ELSE '' END AS match, company_name AS matched_name, company_domain AS matched_domain, NULL::VARCHAR AS correction
    FROM events) AS events
  WHERE artifact BETWEEN 0 AND 2 AND seq < 40 AND (counted <> (seq IN (SELECT changed_decisions.seq
        FROM changed_decisions
        WHERE last_event > 40
        GROUP BY ALL
        HAVING count(*) % 2 = 1))) AND time >= make_timestamp(1769817600000000) AND time < make_timestamp(1773273600000000) AND NOT do_not_track AND connection_type <> 'hosting' AND (company_domain <> '' OR company_name <> '') AND (confidence IS NULL OR confidence >= 0.5)
  GROUP BY ALL)
GROUP BY 1, 2
ORDER BY 1, 3 DESC, 2;


-- events of a company

SELECT max(last_event) AS last
FROM changed_decisions;

SELECT seq, artifact, id, time, type, version, referer, user_agent, client, platform, variables, origin_id, endpoint_id, country, state, city, postal, latitude, longitude, connection_type, company_name, company_domain, confidence, request_domain, is_bot, do_not_track, audience, audience_reason, collection_id, image_path, id_period, network, file_extension, request_path, client_version, runtime, installer, arch, libc, ci_provider, fallback, counted, counting_rule, correction
FROM (SELECT *, CASE WHEN network <> '' THEN split_part(network, ' ', 1) WHEN connection_type = 'hosting' THEN '' WHEN company_domain <> '' THEN '=' || company_domain WHEN company_name <> '' THEN '=' || company_name ELSE '' END AS match, company_name AS matched_name, company_domain AS matched_domain, NULL::VARCHAR AS correction
  FROM events) AS events
WHERE artifact BETWEEN 0 AND 2 AND seq < 40 AND (counted <> (seq IN (SELECT changed_decisions.seq
      FROM changed_decisions
      WHERE last_event > 40
      GROUP BY ALL
      HAVING count(*) % 2 = 1))) AND time >= make_timestamp(1769817600000000) AND time < make_timestamp(1773273600000000) AND NOT do_not_track AND connection_type <> 'hosting' AND (company_domain <> '' OR company_name <> '') AND (confidence IS NULL OR confidence >= 0.5) AND CASE WHEN company_domain = '' THEN company_name ELSE company_domain END = 'aoba.example'
ORDER BY time DESC, seq DESC
LIMIT 20 OFFSET 0;


-- matches of companies

SELECT max(last_event) AS last
FROM changed_decisions;

SELECT match, argMax(network, (time, seq)) AS network, argMax(connection_type, (time, seq)) AS connection_type, argMax(matched_name, (time, seq)) AS matched_name, argMax(matched_domain, (time, seq)) AS matched_domain, argMax(company_name, (time, seq)) AS company_name, argMax(company_domain, (time, seq)) AS company_domain, max(confidence) AS confidence, count(*) AS total, min(time) AS first, max(time) AS last
FROM (SELECT *, CASE WHEN network <> '' THEN split_part(network, ' ', 1) WHEN connection_type = 'hosting' THEN '' WHEN company_domain <> '' THEN '=' || company_domain WHEN company_name <> '' THEN '=' || company_name ELSE '' END AS match, company_name AS matched_name, company_domain AS matched_domain, NULL::VARCHAR AS correction
  FROM events) AS events
WHERE artifact BETWEEN 0 AND 2 AND seq < 40 AND (counted <> (seq IN (SELECT changed_decisions.seq
      FROM changed_decisions
      WHERE last_event > 40
      GROUP BY ALL
      HAVING count(*) % 2 = 1))) AND time >= make_timestamp(1769817600000000) AND time < make_timestamp(1773273600000000) AND NOT do_not_track AND (confidence IS NULL OR confidence >= 0.5)
GROUP BY match
ORDER BY total DESC, match
LIMIT 20;


-- an export

SELECT count(*) AS size, min(seq) AS first, max(seq) AS last
FROM (SELECT events.* REPLACE (coalesce(said.name, company_name) AS company_name, coalesce(said.domain, company_domain) AS company_domain, CASE WHEN said.of IS NULL THEN confidence WHEN said.name = '' AND said.domain = '' THEN NULL ELSE 1.0 END AS confidence, CASE WHEN said.of IS NULL THEN connection_type WHEN said.name = '' AND said.domain = '' THEN CASE WHEN connection_type = 'business' OR connection_type IN ('education', 'government') THEN '' ELSE connection_type END WHEN connection_type IN ('education', 'government') THEN connection_type ELSE 'business' END AS connection_type), CASE WHEN network <> '' THEN split_part(network, ' ', 1) WHEN connection_type = 'hosting' THEN '' WHEN company_domain <> '' THEN '=' || company_domain WHEN company_name <> '' THEN '=' || company_name ELSE '' END AS match, company_name AS matched_name, company_domain AS matched_domain, said.of AS correction
  FROM events
  LEFT
  JOIN (SELECT unnest(from_json('[{"of":"AS13","name":"Aoba","domain":"aoba.example"}]', '[{"of":"VARCHAR","name":"VARCHAR","domain":"VARCHAR"}]'), recursive := true)) AS said ON said.of = CASE WHEN network <> '' THEN split_part(network, ' ', 1) WHEN connection_type = 'hosting' THEN '' WHEN company_domain <> '' THEN '=' || company_domain WHEN company_name <> '' THEN '=' || company_name ELSE '' END) AS events
WHERE seq >= 0 AND artifact BETWEEN 1 AND 2 AND seq < 40 AND time >= make_timestamp(1769817600000000) AND time < make_timestamp(1773273600000000) AND NOT do_not_track AND (starts_with(lower(version), '1.') OR starts_with(lower(version), '2.')) AND CASE WHEN connection_type = 'hosting' THEN '' WHEN company_domain = '' THEN company_name ELSE company_domain END NOT IN (SELECT unnest(from_json('["aoba.example"]', '["VARCHAR"]')));

SELECT max(last_event) AS last
FROM changed_decisions;

SELECT seq, artifact, id, time, type, version, referer, user_agent, client, platform, variables, origin_id, endpoint_id, country, state, city, postal, latitude, longitude, connection_type, company_name, company_domain, confidence, request_domain, is_bot, do_not_track, audience, audience_reason, collection_id, image_path, id_period, network, file_extension, request_path, client_version, runtime, installer, arch, libc, ci_provider, fallback, counted, counting_rule, correction, (counted <> (seq IN (SELECT changed_decisions.seq
      FROM changed_decisions
      WHERE last_event > 40
      GROUP BY ALL
      HAVING count(*) % 2 = 1))) AS is_counted
FROM (SELECT events.* REPLACE (coalesce(said.name, company_name) AS company_name, coalesce(said.domain, company_domain) AS company_domain, CASE WHEN said.of IS NULL THEN confidence WHEN said.name = '' AND said.domain = '' THEN NULL ELSE 1.0 END AS confidence, CASE WHEN said.of IS NULL THEN connection_type WHEN said.name = '' AND said.domain = '' THEN CASE WHEN connection_type = 'business' OR connection_type IN ('education', 'government') THEN '' ELSE connection_type END WHEN connection_type IN ('education', 'government') THEN connection_type ELSE 'business' END AS connection_type), CASE WHEN network <> '' THEN split_part(network, ' ', 1) WHEN connection_type = 'hosting' THEN '' WHEN company_domain <> '' THEN '=' || company_domain WHEN company_name <> '' THEN '=' || company_name ELSE '' END AS match, company_name AS matched_name, company_domain AS matched_domain, said.of AS correction
  FROM events
  LEFT
  JOIN (SELECT unnest(from_json('[{"of":"AS13","name":"Aoba","domain":"aoba.example"}]', '[{"of":"VARCHAR","name":"VARCHAR","domain":"VARCHAR"}]'), recursive := true)) AS said ON said.of = CASE WHEN network <> '' THEN split_part(network, ' ', 1) WHEN connection_type = 'hosting' THEN '' WHEN company_domain <> '' THEN '=' || company_domain WHEN company_name <> '' THEN '=' || company_name ELSE '' END) AS events
WHERE seq >= 10 AND seq < 51 AND artifact BETWEEN 1 AND 2 AND seq < 40 AND time >= make_timestamp(1769817600000000) AND time < make_timestamp(1773273600000000) AND NOT do_not_track AND (starts_with(lower(version), '1.') OR starts_with(lower(version), '2.')) AND CASE WHEN connection_type = 'hosting' THEN '' WHEN company_domain = '' THEN company_name ELSE company_domain END NOT IN (SELECT unnest(from_json('["aoba.example"]', '["VARCHAR"]'))) AND (counted <> (seq IN (SELECT changed_decisions.seq
      FROM changed_decisions
      WHERE last_event > 40
      GROUP BY ALL
      HAVING count(*) % 2 = 1)))
ORDER BY seq
LIMIT 500;


-- latest events

SELECT max(last_event) AS last
FROM changed_decisions;

SELECT seq, artifact, id, time, type, version, referer, user_agent, client, platform, variables, origin_id, endpoint_id, country, state, city, postal, latitude, longitude, connection_type, company_name, company_domain, confidence, request_domain, is_bot, do_not_track, audience, audience_reason, collection_id, image_path, id_period, network, file_extension, request_path, client_version, runtime, installer, arch, libc, ci_provider, fallback, counted, counting_rule, correction
FROM (SELECT events.* REPLACE (coalesce(said.name, company_name) AS company_name, coalesce(said.domain, company_domain) AS company_domain, CASE WHEN said.of IS NULL THEN confidence WHEN said.name = '' AND said.domain = '' THEN NULL ELSE 1.0 END AS confidence, CASE WHEN said.of IS NULL THEN connection_type WHEN said.name = '' AND said.domain = '' THEN CASE WHEN connection_type = 'business' OR connection_type IN ('education', 'government') THEN '' ELSE connection_type END WHEN connection_type IN ('education', 'government') THEN connection_type ELSE 'business' END AS connection_type), CASE WHEN network <> '' THEN split_part(network, ' ', 1) WHEN connection_type = 'hosting' THEN '' WHEN company_domain <> '' THEN '=' || company_domain WHEN company_name <> '' THEN '=' || company_name ELSE '' END AS match, company_name AS matched_name, company_domain AS matched_domain, said.of AS correction
  FROM events
  LEFT
  JOIN (SELECT unnest(from_json('[{"of":"AS13","name":"Aoba","domain":"aoba.example"}]', '[{"of":"VARCHAR","name":"VARCHAR","domain":"VARCHAR"}]'), recursive := true)) AS said ON said.of = CASE WHEN network <> '' THEN split_part(network, ' ', 1) WHEN connection_type = 'hosting' THEN '' WHEN company_domain <> '' THEN '=' || company_domain WHEN company_name <> '' THEN '=' || company_name ELSE '' END) AS events
WHERE artifact BETWEEN 0 AND 2 AND seq < 40 AND (counted <> (seq IN (SELECT changed_decisions.seq
      FROM changed_decisions
      WHERE last_event > 40
      GROUP BY ALL
      HAVING count(*) % 2 = 1))) AND time >= make_timestamp(1769817600000000) AND time < make_timestamp(1773273600000000) AND (starts_with(lower(version), '1.') OR starts_with(lower(version), '2.')) AND CASE WHEN connection_type = 'hosting' THEN '' WHEN company_domain = '' THEN company_name ELSE company_domain END NOT IN (SELECT unnest(from_json('["aoba.example"]', '["VARCHAR"]')))
ORDER BY seq DESC
LIMIT 50;


-- events per minute

SELECT max(last_event) AS last
FROM changed_decisions;

SELECT epoch_ms(date_trunc('minute', time)) AS minute, count(*) AS total
FROM (SELECT *, CASE WHEN network <> '' THEN split_part(network, ' ', 1) WHEN connection_type = 'hosting' THEN '' WHEN company_domain <> '' THEN '=' || company_domain WHEN company_name <> '' THEN '=' || company_name ELSE '' END AS match, company_name AS matched_name, company_domain AS matched_domain, NULL::VARCHAR AS correction
  FROM events) AS events
WHERE artifact BETWEEN 0 AND 2 AND seq < 40 AND (counted <> (seq IN (SELECT changed_decisions.seq
      FROM changed_decisions
      WHERE last_event > 40
      GROUP BY ALL
      HAVING count(*) % 2 = 1))) AND time >= make_timestamp(1769817600000000) AND time < make_timestamp(1773273600000000) AND (starts_with(lower(version), '1.') OR starts_with(lower(version), '2.')) AND CASE WHEN connection_type = 'hosting' THEN '' WHEN company_domain = '' THEN company_name ELSE company_domain END NOT IN (SELECT unnest(from_json('["aoba.example"]', '["VARCHAR"]')))
GROUP BY 1;


-- first dates of companies

SELECT match, company, low, min(first) AS first
FROM first_seen
WHERE artifact IN (2, 1, 0)
GROUP BY 1, 2, 3;


-- the state of the store

SELECT count(*) AS count, min(time) AS oldest, max(time) AS newest, greatest(max(seq) + 1, (SELECT max(next)
    FROM deletions), 0) AS last
FROM events;
