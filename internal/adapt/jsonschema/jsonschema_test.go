package jsonschema_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	library "github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"

	"stead/internal/adapt/jsonschema"
)

// TestFaultsAreThoseOfTheLibrary generates values for each of stead's schemas, with most members valid and some
// invalid, and compares the faults with those of a library that supports all of JSON Schema.
func TestFaultsAreThoseOfTheLibrary(t *testing.T) {
	for path, parts := range map[string][]string{
		"../../../adapters/universal/universal-1.0.schema.json": {"header", "headerLine", "entry"},
		"../../../adapters/cusf/cusf-1.0.0.schema.json": {"meta", "session_start", "message", "tool_use",
			"tool_result", "session_end"},
		"../../../orchestrator/chain/recipe/recipe-1.0.schema.json": nil,
	} {
		document, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		own, err := jsonschema.Compile(document, parts...)
		if err != nil {
			t.Fatal(err)
		}
		var root jsonschema.Schema
		if err := json.Unmarshal(document, &root); err != nil {
			t.Fatal(err)
		}
		for part, s := range own {
			t.Run(filepath.Base(path)+"/"+part, func(t *testing.T) {
				theirs := libraryPart(t, document, part)
				m := maker{random: rand.New(rand.NewPCG(1, 2)), root: &root}
				keywords := map[string]int{}
				for range 1200 {
					compare(t, s, theirs, m.value(s, 0), keywords)
				}
				if keywords["none"] == 0 || keywords["required"] == 0 || len(keywords) < 4 {
					t.Errorf("the values break only these: %v", keywords)
				}
			})
		}
	}
}

func compare(t *testing.T, own *jsonschema.Schema, theirs *library.Schema, value any, keywords map[string]int) {
	t.Helper()
	encoded, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	decoded, err := jsonschema.Decode(encoded)
	if err != nil {
		t.Fatal(err)
	}
	got, want := []string{}, []string{}
	for _, f := range own.Faults(decoded) {
		got = append(got, described(f.Path, f.Keyword, f.Names))
		keywords[f.Keyword]++
	}
	var broken *library.ValidationError
	if errors.As(theirs.Validate(decoded), &broken) {
		want = leaves(broken, want)
	} else {
		keywords["none"]++
	}
	slices.Sort(got)
	slices.Sort(want)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Fatalf("%s (-library +own):\n%s", encoded, diff)
	}
}

func described(path []string, keyword string, names []string) string {
	return fmt.Sprintf("/%s %s %v", strings.Join(path, "/"), keyword, slices.Sorted(slices.Values(names)))
}

// leaves returns the leaves of the library's tree of faults.
func leaves(e *library.ValidationError, found []string) []string {
	for _, cause := range e.Causes {
		found = leaves(cause, found)
	}
	if len(e.Causes) > 0 {
		return found
	}
	var names []string
	switch k := e.ErrorKind.(type) {
	case *kind.Required:
		names = k.Missing
	case *kind.AdditionalProperties:
		names = k.Properties
	}
	return append(found, described(e.InstanceLocation, strings.Join(e.ErrorKind.KeywordPath(), "/"), names))
}

func libraryPart(t *testing.T, document []byte, part string) *library.Schema {
	t.Helper()
	decoded, err := library.UnmarshalJSON(bytes.NewReader(document))
	if err != nil {
		t.Fatal(err)
	}
	compiler := library.NewCompiler()
	compiler.AssertFormat()
	if err := compiler.AddResource("urn:test", decoded); err != nil {
		t.Fatal(err)
	}
	if part == "" {
		return compiler.MustCompile("urn:test")
	}
	return compiler.MustCompile("urn:test#/$defs/" + part)
}

// maker generates values.
type maker struct {
	random *rand.Rand
	root   *jsonschema.Schema
}

func (m maker) definition(name string) *jsonschema.Schema {
	var s jsonschema.Schema
	if json.Unmarshal(m.root.Definitions[name], &s) != nil {
		return nil
	}
	return &s
}

// odd are values that most schemas reject.
var odd = []any{
	nil, true, "", "word", "1.2.3", "stop", "90s", -1, 0, 1.0, 1.5, 1e9, json.Number("1e30"), []any{}, map[string]any{},
	map[string]any{"x": 1}, []any{1, "x"},
	"2026-11-22T10:00:00Z", "2026-02-31T10:00:00Z", "2026-12-31T23:59:60Z", "2026-12-31T22:59:60Z",
	"2026-12-31T23:59:60+01:00", "2026-11-22T10:00:00+02:00", "2026-11-22",
}

// value generates a value that a schema mostly accepts.
func (m maker) value(s *jsonschema.Schema, depth int) any {
	if s == nil || depth > 6 || m.random.IntN(12) == 0 {
		return odd[m.random.IntN(len(odd))]
	}
	if name, ok := strings.CutPrefix(s.Reference, "#/$defs/"); ok && len(s.Properties) == 0 {
		return m.value(m.definition(name), depth)
	}
	parts := m.parts(s)
	switch {
	case s.Const != nil:
		return *s.Const
	case len(s.Enum) > 0:
		return s.Enum[m.random.IntN(len(s.Enum))]
	case len(parts) > 0:
		return m.object(parts, depth)
	case s.Items != nil:
		list := make([]any, m.random.IntN(3))
		for i := range list {
			list[i] = m.value(s.Items, depth+1)
		}
		return list
	case len(s.AllOf) > 0:
		return m.value(s.AllOf[0], depth+1)
	case len(s.Types) > 0:
		of := map[string][]any{
			"string": {"word", "x", "2026-11-22T10:00:00.5Z", "1.0.0", "30m"}, "integer": {0, 1, 7}, "number": {0.5, 3},
			"boolean": {true}, "null": {nil},
			"object": {map[string]any{"a": "b"}}, "array": {[]any{"a"}},
		}[s.Types[m.random.IntN(len(s.Types))]]
		return of[m.random.IntN(len(of))]
	}
	return odd[m.random.IntN(len(odd))]
}

// parts returns the schemas that describe members of the same object.
func (m maker) parts(s *jsonschema.Schema) (parts []*jsonschema.Schema) {
	if s == nil {
		return nil
	}
	if len(s.Properties) > 0 || len(s.Required) > 0 {
		parts = append(parts, s)
	}
	if name, ok := strings.CutPrefix(s.Reference, "#/$defs/"); ok {
		parts = append(parts, m.parts(m.definition(name))...)
	}
	for _, part := range append(slices.Clone(s.AllOf), s.Then, s.Else) {
		parts = append(parts, m.parts(part)...)
	}
	return parts
}

func (m maker) object(parts []*jsonschema.Schema, depth int) map[string]any {
	object := map[string]any{}
	for _, part := range parts {
		for _, name := range part.Required {
			if m.random.IntN(15) > 0 {
				object[name] = m.value(part.Properties[name], depth+1)
			}
		}
		for _, name := range slices.Sorted(maps.Keys(part.Properties)) {
			if m.random.IntN(3) == 0 || object[name] != nil {
				object[name] = m.value(part.Properties[name], depth+1)
			}
		}
	}
	if m.random.IntN(10) == 0 {
		object["unknown"] = odd[m.random.IntN(len(odd))]
	}
	return object
}

func TestWhatIsNotKnownIsRefused(t *testing.T) {
	for _, document := range []string{
		`{"dependentRequired":{"a":["b"]}}`, `{"oneOf":[{}]}`, `{"properties":{"a":{"unevaluatedProperties":false}}}`,
		`{"items":{"format":"email"}}`,
		`{"$ref":"#/$defs/none"}`, `{"$ref":"other.json"}`, `{"pattern":"("}`, `[]`, `{`,
	} {
		if _, err := jsonschema.Compile([]byte(document)); err == nil {
			t.Errorf("%s is taken", document)
		}
	}
	if _, err := jsonschema.Compile([]byte(`{"$defs":{}}`), "none"); err == nil {
		t.Error("a part that is not there is taken")
	}
}
