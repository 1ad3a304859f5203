package universal_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"stead/adapters/universal"
	"stead/internal/testkit/sample"
	"stead/timeline"
)

func compile(t *testing.T) *jsonschema.Schema {
	t.Helper()
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(universal.SchemaJSON))
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource("universal.json", document); err != nil {
		t.Fatal(err)
	}
	return compiler.MustCompile("universal.json")
}

func validate(schema *jsonschema.Schema, value string) error {
	decoded, err := jsonschema.UnmarshalJSON(strings.NewReader(value))
	if err != nil {
		return err
	}
	return schema.Validate(decoded)
}

func TestBothEncodingsOfTheSampleAreValid(t *testing.T) {
	schema := compile(t)
	s := sample.Session()
	s.Children = []timeline.Stream{sample.Session()}
	var document, lines bytes.Buffer
	if _, err := timeline.WriteDocument(&document, s); err != nil {
		t.Fatal(err)
	}
	if _, err := timeline.WriteLines(&lines, s); err != nil {
		t.Fatal(err)
	}
	if err := validate(schema, document.String()); err != nil {
		t.Errorf("document: %v", err)
	}
	for line := range strings.Lines(lines.String()) {
		if err := validate(schema, line); err != nil {
			t.Errorf("%s: %v", line, err)
		}
	}
}

func TestEveryGoldenTimelineIsValid(t *testing.T) {
	schema := compile(t)
	var paths []string
	for _, folders := range []string{"*", "*/*"} {
		found, err := filepath.Glob("../../*/*/testdata/golden/" + folders + "/*.jsonl")
		if err != nil {
			t.Fatal(err)
		}
		paths = append(paths, found...)
	}
	if len(paths) == 0 {
		t.Fatal("there is no golden timeline")
	}
	for _, path := range paths {
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(content)) {
			if err := validate(schema, line); err != nil {
				t.Errorf("%s: %.200s: %v", path, line, err)
			}
		}
	}
}

const (
	header = `"id":"x","version":"1.0","source":{"cli":"claude"},"project":{"path":"/p"},"model":{"provider":"p","model":"m"},"metadata":{"created":"","lastModified":""}`
	user   = `{"id":"e","timestamp":"2026-11-20T10:00:00Z","type":"user","content":"hi"}`
)

func TestSchemaAcceptsWhatTheFormatAllows(t *testing.T) {
	schema := compile(t)
	for _, value := range []string{
		`{` + header + `,"timeline":[]}`,
		`{` + header + `,"timeline":[` + user + `],"mine":{"x":1}}`,
		`{"format":"stead-timeline",` + header + `}`,
		user,
		`{"id":"e","timestamp":"","type":"tool_call","tool":"bash","input":{},"mine":null}`,
		`{"id":"e","timestamp":"2026-11-20T10:00:00.123+01:00","type":"tool_result","callId":"c","success":false,"output":""}`,
	} {
		if err := validate(schema, value); err != nil {
			t.Errorf("%s: %v", value, err)
		}
	}
}

func TestSchemaRefusesWhatIsBroken(t *testing.T) {
	schema := compile(t)
	for _, value := range []string{
		`{}`, `[]`, `7`, `null`,
		`{` + header + `,"timeline":{}}`,
		`{` + header + `,"timeline":[{}]}`,
		`{` + header + `,"timeline":[],"children":[{}]}`,
		`{` + strings.Replace(header, `"1.0"`, `"2.0"`, 1) + `,"timeline":[]}`,
		`{` + strings.Replace(header, `"cli":"claude"`, ``, 1) + `,"timeline":[]}`,
		`{"format":"another",` + header + `}`,
		strings.Replace(user, `"user"`, `"human"`, 1),
		strings.Replace(user, `"hi"`, `["hi"]`, 1),
		strings.Replace(user, `2026-11-20T10:00:00Z`, `yesterday`, 1),
		strings.Replace(user, `"id":"e",`, ``, 1),
		`{"id":"e","timestamp":"","type":"tool_call","tool":"Bash","input":{}}`,
		`{"id":"e","timestamp":"","type":"tool_call","tool":"bash","input":"ls"}`,
		`{"id":"e","timestamp":"","type":"tool_result","success":true,"output":""}`,
		`{"id":"e","timestamp":"","type":"user","content":"","native":{"cli":"claude"}}`,
		`{"id":"e","timestamp":"","type":"user","content":"","usage":{"input":-1,"output":0}}`,
		`{"id":"e","timestamp":"","type":"user","content":"","attachments":[{}]}`,
	} {
		if validate(schema, value) == nil {
			t.Errorf("accepted %s", value)
		}
	}
}

func TestSchemaNamesEveryMemberAndTool(t *testing.T) {
	var decoded struct {
		Defs map[string]struct {
			Properties map[string]any
			AllOf      []struct {
				Then struct{ Properties map[string]json.RawMessage }
			}
		} `json:"$defs"`
	}
	if err := json.Unmarshal(universal.SchemaJSON, &decoded); err != nil {
		t.Fatal(err)
	}
	for definition, value := range map[string]any{"header": timeline.Header{}, "attachment": timeline.Attachment{}} {
		kind := reflect.TypeOf(value)
		for i := range kind.NumField() {
			name, _, _ := strings.Cut(kind.Field(i).Tag.Get("json"), ",")
			if _, ok := decoded.Defs[definition].Properties[name]; !ok && name != "-" {
				t.Errorf("the schema's %s does not name %q", definition, name)
			}
		}
	}
	var tool struct{ Enum []timeline.Tool }
	if err := json.Unmarshal(decoded.Defs["entry"].AllOf[1].Then.Properties["tool"], &tool); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(timeline.Tools(), tool.Enum); diff != "" {
		t.Error(diff)
	}
}
