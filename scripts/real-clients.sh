#!/usr/bin/env bash
# Real clients against a running gateway: curl follows a file package, skopeo copies an image through a docker package, and the events they left are printed.
# Needs curl, node, skopeo and docker-registry (both are Debian packages), no network, and a product started with
#   EDGE_PRIVATE_TARGETS=127.0.0.1:5001
# because the registry of this trial is on this machine. Settings: EDGE_PORT (8081), GATEWAY_DOMAIN (localhost), REGISTRY_PORT (5001), OWNER (clients).
set -euo pipefail

edge_port=${EDGE_PORT:-8081}
domain=${GATEWAY_DOMAIN:-localhost}
registry=127.0.0.1:${REGISTRY_PORT:-5001}
owner=${OWNER:-clients}
password=real-clients-1
api=http://127.0.0.1:$edge_port
docker_host=$owner.docker.$domain
file_host=$owner.gateway.$domain
image=demo/hello

for program in curl node skopeo docker-registry; do
  command -v "$program" >/dev/null || { echo "$program is not installed" >&2; exit 2; }
done
if ! grep -qE "^127\.0\.0\.1[[:space:]].*\b${docker_host//./\\.}\b" /etc/hosts; then
  echo "skopeo finds hosts by /etc/hosts. Add this line and start again:" >&2
  echo "127.0.0.1 $docker_host" >&2
  exit 2
fi

work=$(mktemp -d)
registry_pid=
tidy() {
  [ -z "$registry_pid" ] || kill "$registry_pid" 2>/dev/null || true
  rm -rf "$work"
}
trap tidy EXIT

say() { printf '\n\033[1m$ %s\033[0m\n' "$*"; "$@"; }
json() { node -e 'let t="";process.stdin.on("data",(d)=>t+=d).on("end",()=>console.log(JSON.parse(t)[process.argv[1]]??""))' "$1"; }
call() { curl -sS -X "$1" "$api$2" -H 'content-type: application/json' ${token:+-H "authorization: Bearer $token"} -d "$3"; }
blob() { # stores a file by its digest in the layout and prints digest and size
  local digest; digest=$(sha256sum "$1" | cut -d' ' -f1)
  cp "$1" "$work/layout/blobs/sha256/$digest"
  echo "sha256:$digest $(stat -c %s "$1")"
}

# One image of one small layer, written by hand as an OCI layout.
make_image() {
  mkdir -p "$work/layout/blobs/sha256" "$work/root"
  echo 'hello from the gateway' >"$work/root/hello.txt"
  tar -C "$work/root" -cf "$work/layer.tar" hello.txt
  gzip -nk "$work/layer.tar"
  local layer layer_size unpacked config config_size manifest manifest_size
  unpacked=sha256:$(sha256sum "$work/layer.tar" | cut -d' ' -f1)
  read -r layer layer_size < <(blob "$work/layer.tar.gz")
  printf '{"architecture":"amd64","os":"linux","config":{},"rootfs":{"type":"layers","diff_ids":["%s"]}}' "$unpacked" >"$work/config.json"
  read -r config config_size < <(blob "$work/config.json")
  printf '{"schemaVersion":2,"mediaType":"application/vnd.oci.image.manifest.v1+json","config":{"mediaType":"application/vnd.oci.image.config.v1+json","digest":"%s","size":%s},"layers":[{"mediaType":"application/vnd.oci.image.layer.v1.tar+gzip","digest":"%s","size":%s}]}' \
    "$config" "$config_size" "$layer" "$layer_size" >"$work/manifest.json"
  read -r manifest manifest_size < <(blob "$work/manifest.json")
  echo '{"imageLayoutVersion":"1.0.0"}' >"$work/layout/oci-layout"
  printf '{"schemaVersion":2,"manifests":[{"mediaType":"application/vnd.oci.image.manifest.v1+json","digest":"%s","size":%s,"annotations":{"org.opencontainers.image.ref.name":"1.0"}}]}' \
    "$manifest" "$manifest_size" >"$work/layout/index.json"
  layer_digest=$layer
}

start_registry() {
  cat >"$work/registry.yml" <<YML
version: 0.1
log: { level: error }
storage: { filesystem: { rootdirectory: $work/registry } }
http: { addr: $registry }
YML
  docker-registry serve "$work/registry.yml" >"$work/registry.log" 2>&1 &
  registry_pid=$!
  for _ in $(seq 50); do
    curl -sf "http://$registry/v2/" >/dev/null && return
    sleep 0.1
  done
  cat "$work/registry.log" >&2
  exit 1
}

# Signs in, or joins at the first time, and makes sure of both packages.
set_up_product() {
  token=
  token=$(call POST /internal/login "{\"email\":\"$owner\",\"password\":\"$password\"}" | json token)
  [ -n "$token" ] || token=$(call POST /internal/register "{\"username\":\"$owner\",\"email\":\"$owner@example.com\",\"password\":\"$password\"}" | json token)
  [ -n "$token" ] || { echo "cannot sign in as $owner at $api" >&2; exit 1; }
  call POST "/v2/packages/$owner" "{\"type\":\"docker\",\"name\":\"$image\",\"backend_registry\":\"$registry\"}" >/dev/null
  call POST "/v2/packages/$owner" "{\"type\":\"file\",\"name\":\"hello\",\"incoming_path\":\"/hello/{version}/{digest}\",\"outgoing_url\":\"http://$registry/v2/$image/blobs/{+digest}\"}" >/dev/null
}

make_image
start_registry
say skopeo --insecure-policy copy --dest-tls-verify=false "oci:$work/layout:1.0" "docker://$registry/$image:1.0"
set_up_product

say curl -sSL -o "$work/layer.out" -w '%{http_code} after %{num_redirects} redirect, %{size_download} bytes from %{url_effective}\n' \
  --resolve "$file_host:$edge_port:127.0.0.1" "http://$file_host:$edge_port/hello/1.0/$layer_digest?source=trial"
cmp "$work/layer.out" "$work/layer.tar.gz"
echo 'the file is the one that was pushed'

say skopeo --insecure-policy inspect --tls-verify=false "docker://$docker_host:$edge_port/$image:1.0"
say skopeo --insecure-policy copy --src-tls-verify=false "docker://$docker_host:$edge_port/$image:1.0" "dir:$work/pulled"
cmp "$work/pulled/${layer_digest#sha256:}" "$work/layer.tar.gz"
echo 'the layer is the one that was pushed'
say curl -sS -o /dev/null -D - -A 'docker/24.0.5 os/linux' --resolve "$docker_host:$edge_port:127.0.0.1" "http://$docker_host:$edge_port/v2/$image/manifests/1.0"
say curl -sS --resolve "$docker_host:$edge_port:127.0.0.1" "http://$docker_host:$edge_port/v2/other/manifests/1.0"

printf '\n\nWhat was counted today:\n'
today=$(date -u +%F)
tomorrow=$(date -u -d tomorrow +%F)
curl -sS -H "authorization: Bearer $token" "$api/v3/insights/$owner/aggregations/export?start_date=$today&end_date=$tomorrow&breakdown_set=by-client,by-version&package_id=all&group_by_artifact=true"
