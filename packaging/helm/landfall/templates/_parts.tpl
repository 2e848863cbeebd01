{{- define "landfall.labels" -}}
app.kubernetes.io/name: landfall
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .role }}
{{- end }}

{{- define "landfall.pod" -}}
{{- $own := index .root.Values .role }}
{{- $secret := lookup "v1" "Secret" .root.Release.Namespace .root.Values.existingSecret }}
{{- $image := .root.Values.image }}
{{- $tag := $own.tag | default $image.tag | default .root.Chart.AppVersion }}
metadata:
  labels: {{- include "landfall.labels" . | nindent 4 }}
  annotations:
    landfall/secret: {{ dig "metadata" "resourceVersion" "" $secret | quote }}
    {{- with .root.Values.podAnnotations }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
spec:
  {{- with $image.pullSecrets }}
  imagePullSecrets:
    {{- range . }}
    - name: {{ . }}
    {{- end }}
  {{- end }}
  {{- range $name := list "nodeSelector" "affinity" "tolerations" }}
  {{- with index $own $name }}
  {{ $name }}: {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- end }}
  automountServiceAccountToken: false
  # Five seconds before SIGTERM, five to stop, and some to spare.
  terminationGracePeriodSeconds: 20
  topologySpreadConstraints:
    - maxSkew: 1
      topologyKey: kubernetes.io/hostname
      whenUnsatisfiable: ScheduleAnyway
      labelSelector:
        matchLabels: {{- include "landfall.labels" . | nindent 10 }}
  securityContext:
    runAsNonRoot: true
    runAsUser: 1000
    runAsGroup: 1000
    fsGroup: 1000
    seccompProfile: { type: RuntimeDefault }
  containers:
    - name: landfall
      # A role with a tag of its own is at another version, which has another digest.
      image: "{{ $image.repository }}:{{ $tag }}{{ if and $image.digest (not $own.tag) }}@{{ $image.digest }}{{ end }}"
      imagePullPolicy: {{ $image.pullPolicy }}
      securityContext:
        allowPrivilegeEscalation: false
        readOnlyRootFilesystem: true
        capabilities: { drop: [ALL] }
      env:
        - name: ROLE
          value: {{ .role }}
        {{- if eq .role "jobs" }}
        - name: POD_IP
          valueFrom: { fieldRef: { fieldPath: status.podIP } }
        - name: JOBS_URL
          value: http://$(POD_IP):8081
        {{- end }}
        {{- if .root.Values.metricsPort }}
        - name: METRICS_PORT
          value: {{ .root.Values.metricsPort | quote }}
        - name: METRICS_HOST
          value: 0.0.0.0
        {{- end }}
        {{- range $name, $value := .root.Values.settings }}
        {{- if ne (toString $value) "" }}
        - name: {{ $name }}
          value: {{ $value | quote }}
        {{- end }}
        {{- end }}
      envFrom:
        - secretRef: { name: {{ .root.Values.existingSecret }} }
      ports:
        - { name: gateway, containerPort: 8081 }
        {{- if eq .role "web" }}
        - { name: dashboard, containerPort: 3000 }
        {{- end }}
        {{- if .root.Values.metricsPort }}
        - { name: metrics, containerPort: {{ .root.Values.metricsPort }} }
        {{- end }}
      {{- if ne .role "jobs" }}
      # At SIGTERM the process refuses connections, while its Service still sends some.
      lifecycle: { preStop: { exec: { command: [sleep, '5'] } } }
      {{- end }}
      # A request without a name of its own is for the gateway itself.
      livenessProbe:
        httpGet: { path: /healthz, port: gateway }
        periodSeconds: 10
        failureThreshold: 6
      {{- if eq .role "edge" }}
      # An edge serves no download before it has rules. It never loses them, so this is checked once.
      startupProbe:
        exec:
          command:
            - node
            - -e
            - >-
              fetch('http://127.0.0.1:8081/readyz').then((r) => r.text())
              .then((text) => process.exit(text.includes('rules: loaded') ? 0 : 1), () => process.exit(1))
        periodSeconds: 2
        timeoutSeconds: 5
        failureThreshold: 300
      {{- end }}
      readinessProbe:
        # /readyz of an edge is 503 while its journal is full. If ClickHouse is unavailable for long, all
        # edges get there, and their Service would have no pod to send downloads to.
        httpGet: { path: {{ eq .role "edge" | ternary "/healthz" "/readyz" }}, port: gateway }
        periodSeconds: 2
        # One late answer takes no pod away, and all would be late together.
        failureThreshold: 3
      resources: {{- toYaml $own.resources | nindent 8 }}
      volumeMounts:
        - { name: data, mountPath: /data }
        - { name: tmp, mountPath: /tmp }
  volumes:
    - name: tmp
      emptyDir: {}
{{- end }}
