{{- define "landfall.labels" -}}
app.kubernetes.io/name: landfall
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .role }}
{{- end }}

{{- define "landfall.pod" -}}
metadata:
  labels: {{- include "landfall.labels" . | nindent 4 }}
spec:
  automountServiceAccountToken: false
  terminationGracePeriodSeconds: 15
  securityContext:
    runAsNonRoot: true
    runAsUser: 1000
    runAsGroup: 1000
    fsGroup: 1000
    seccompProfile: { type: RuntimeDefault }
  containers:
    - name: landfall
      image: "{{ .root.Values.image.repository }}:{{ .root.Values.image.tag | default .root.Chart.AppVersion }}"
      imagePullPolicy: {{ .root.Values.image.pullPolicy }}
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
        - name: {{ $name }}
          value: {{ $value | quote }}
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
      # A request without a name of its own is for the gateway itself.
      livenessProbe:
        httpGet: { path: /healthz, port: gateway }
        periodSeconds: 10
        failureThreshold: 6
      readinessProbe:
        httpGet: { path: /readyz, port: gateway }
        periodSeconds: 2
        # One late answer takes no pod away, and all would be late together.
        failureThreshold: 3
      resources: {{- toYaml (index .root.Values .role).resources | nindent 8 }}
      volumeMounts:
        - { name: data, mountPath: /data }
        - { name: tmp, mountPath: /tmp }
  volumes:
    - name: tmp
      emptyDir: {}
    {{- if eq .role "web" }}
    - name: data
      emptyDir: {}
    {{- end }}
{{- end }}
