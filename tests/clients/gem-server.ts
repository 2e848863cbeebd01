/** A gem server as a set of files, with both kinds of indexes, as published gems have them. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

export interface GemFacts {
  name: string;
  version: string;
  platform?: string;
  /** Names of the gems it depends on. */
  needs?: string[];
}

/**
 * Builds gems and writes their indexes into the working directory. Reads a list of gems from stdin.
 */
const build = `
require 'json'
require 'rubygems/package'
require 'digest'
require 'fileutils'
require 'zlib'
FileUtils.mkdir_p %w[gems info lib quick/Marshal.4.8]
specs = JSON.parse(STDIN.read).map do |facts|
  File.write('lib/all.rb', '')
  spec = Gem::Specification.new do |s|
    s.name, s.version = facts['name'], facts['version']
    s.platform = facts['platform'] if facts['platform']
    s.summary, s.authors, s.files = 'A gem', ['Ada'], ['lib/all.rb']
    facts.fetch('needs', []).each { |name| s.add_dependency(name, '>= 1.0') }
  end
  FileUtils.mv Gem::Package.build(spec, true), 'gems'
  spec
end
specs.each { |s| File.binwrite("quick/Marshal.4.8/#{s.full_name}.gemspec.rz", Zlib.deflate(Marshal.dump(s))) }
list = specs.map { |s| [s.name, s.version, s.original_platform.to_s] }
%w[specs latest_specs].each { |name| File.binwrite("#{name}.4.8.gz", Zlib.gzip(Marshal.dump(list))) }
File.binwrite('prerelease_specs.4.8.gz', Zlib.gzip(Marshal.dump([])))
number = ->(s) { s.platform.to_s == 'ruby' ? s.version.to_s : "#{s.version}-#{s.platform}" }
versions = specs.group_by(&:name).map do |name, of_name|
  lines = of_name.map do |s|
    needs = s.dependencies.map { |one| "#{one.name}:#{one.requirement}" }.join(',')
    "#{number[s]} #{needs}|checksum:#{Digest::SHA256.file("gems/#{s.full_name}.gem")}"
  end
  info = "---\\n#{lines.join("\\n")}\\n"
  File.write("info/#{name}", info)
  "#{name} #{of_name.map(&number).join(',')} #{Digest::MD5.hexdigest(info)}\\n"
end
File.write('versions', "created_at: 2026-01-02T03:04:05Z\\n---\\n#{versions.join}")
FileUtils.rm_r 'lib'
`;

/** The files of a server with these gems, by path. Requires Ruby. */
export function gemServer(gems: readonly GemFacts[]): Map<string, Buffer> {
  let folder = mkdtempSync(path.join(tmpdir(), 'gem-server-'));
  writeFileSync(path.join(folder, 'build.rb'), build);
  execFileSync('ruby', ['build.rb'], { cwd: folder, input: JSON.stringify(gems), stdio: ['pipe', 'ignore', 'pipe'] });
  rmSync(path.join(folder, 'build.rb'));
  let files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  let found = files.map((entry) => {
    let file = path.join(entry.parentPath, entry.name);
    return [path.relative(folder, file), readFileSync(file)] as const;
  });
  rmSync(folder, { recursive: true });
  return new Map(found);
}
