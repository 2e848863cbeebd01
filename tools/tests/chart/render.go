// Renders the chart as Helm does, for machines without it: the same template language and the same
// functions (Sprig), with what Helm adds. The arguments are the folder of the chart and a file of
// values to merge over its own. A question to the cluster (`lookup`) finds nothing, as in `helm template`.
package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"text/template"

	"github.com/Masterminds/sprig"
	"sigs.k8s.io/yaml"
)

func main() {
	chart := os.Args[1]
	values := read(filepath.Join(chart, "values.yaml"))
	merge(values, read(os.Args[2]))
	about := read(filepath.Join(chart, "Chart.yaml"))
	given := map[string]any{
		"Values":  values,
		"Chart":   map[string]any{"Name": about["name"], "Version": about["version"], "AppVersion": about["appVersion"]},
		"Release": map[string]any{"Name": "landfall", "Namespace": "downloads", "Service": "Helm"},
	}

	// As Helm: an unknown value is empty, and "<no value>" is never written.
	all := template.New("chart").Option("missingkey=zero")
	functions := sprig.TxtFuncMap()
	functions["toYaml"] = func(value any) (string, error) {
		text, err := yaml.Marshal(value)
		return strings.TrimSuffix(string(text), "\n"), err
	}
	functions["include"] = func(name string, data any) (string, error) {
		var text bytes.Buffer
		err := all.ExecuteTemplate(&text, name, data)
		return text.String(), err
	}
	functions["lookup"] = func(_, _, _, _ string) map[string]any { return map[string]any{} }
	all.Funcs(functions)

	files, err := filepath.Glob(filepath.Join(chart, "templates", "*"))
	must(err)
	for _, file := range files {
		text, err := os.ReadFile(file)
		must(err)
		_, err = all.New(filepath.Base(file)).Parse(string(text))
		must(err)
	}
	for _, file := range files {
		if filepath.Ext(file) != ".yaml" {
			continue
		}
		var text bytes.Buffer
		must(all.ExecuteTemplate(&text, filepath.Base(file), given))
		written := strings.ReplaceAll(text.String(), "<no value>", "")
		for _, part := range strings.Split("\n"+written, "\n---") {
			if strings.TrimSpace(part) == "" {
				continue
			}
			// Strict: a key that stands twice is a mistake.
			object, err := yaml.YAMLToJSONStrict([]byte(part))
			if err != nil {
				must(fmt.Errorf("%s: %w\n%s", file, err, part))
			}
			fmt.Println(string(object))
		}
	}
}

func read(file string) map[string]any {
	text, err := os.ReadFile(file)
	must(err)
	var value map[string]any
	must(yaml.UnmarshalStrict(text, &value))
	return value
}

// merge puts values over others: maps key by key, everything else as a whole.
func merge(into, from map[string]any) {
	for key, value := range from {
		inner, isMap := value.(map[string]any)
		own, wasMap := into[key].(map[string]any)
		if isMap && wasMap {
			merge(own, inner)
		} else {
			into[key] = value
		}
	}
}

func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
