package recipe_test

import (
	"bytes"
	_ "embed" // for the text before the reference
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"stead/internal/testkit"
	"stead/orchestrator/chain/recipe"
)

//go:embed testdata/chain-head.md
var head string

// described is the part of the schema that its readers are told. Keys keeps the order in which they stand there.
type described struct {
	Description string
	Enum        []string
	Type        any
	Items       struct{ Type string }
	Ref         string `json:"$ref"`
	Required    []string
	Properties  json.RawMessage
	Defs        map[string]described `json:"$defs"`
}

// TestReferenceIsTheSchemas writes docs/chain.md: what is said by hand, and the keys of a recipe from the schema.
func TestReferenceIsTheSchemas(t *testing.T) {
	var schema described
	if err := json.Unmarshal(recipe.Schema, &schema); err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	b.WriteString(head +
		"\n## The recipe\n\n`stead chain schema` prints the JSON Schema. YAML and JSON are read; aliases are not.\n")
	table(t, &b, "Keys of a recipe", schema)
	table(t, &b, "Keys of a step", schema.Defs["step"])
	table(t, &b, "Keys of `parallel`", schema.Defs["parallel"])
	testkit.Golden(t, "../../../docs/chain.md", b.Bytes())
}

// TestExampleIsARecipe reads the recipe that the page shows.
func TestExampleIsARecipe(t *testing.T) {
	_, example, _ := strings.Cut(head, "```yaml\n")
	example, _, _ = strings.Cut(example, "```")
	r, err := recipe.Parse("docs/chain.md", []byte(example), recipe.Known{CLIs: []string{"claude", "codex", "gemini"}})
	if err != nil || len(r.Steps) != 4 {
		t.Errorf("%d steps, %v", len(r.Steps), err)
	}
}

func table(t *testing.T, b *bytes.Buffer, title string, object described) {
	t.Helper()
	fmt.Fprintf(b, "\n### %s\n\n| key | | |\n|---|---|---|\n", title)
	members := json.NewDecoder(bytes.NewReader(object.Properties))
	if _, err := members.Token(); err != nil {
		t.Fatal(err)
	}
	for members.More() {
		key, err := members.Token()
		var value described
		if err == nil {
			err = members.Decode(&value)
		}
		if err != nil {
			t.Fatal(err)
		}
		if value.Ref == "" && value.Description == "" {
			t.Errorf("%v is not described", key)
		}
		fmt.Fprintf(b, "| `%s` | %s | %s |\n", key, value.form(), strings.ReplaceAll(value.words(key.(string)), "|", "\\|"))
	}
}

// form says of which kind a value is.
func (d described) form() string {
	switch {
	case len(d.Enum) > 0:
		return "`" + strings.Join(d.Enum, "`, `") + "`"
	case d.Items.Type != "":
		return "list of " + d.Items.Type + "s"
	case d.Ref != "":
		return "object"
	}
	return fmt.Sprint(d.Type)
}

func (d described) words(key string) string {
	if key == "parallel" {
		return "An A/B in place of `cli`: see below."
	}
	return d.Description
}
