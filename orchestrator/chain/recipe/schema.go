package recipe

import (
	"bytes"
	_ "embed" // for the schema
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"

	"stead/internal/nearest"
)

// Schema is the JSON Schema (draft 2020-12) of recipes, version 1.0.
//
//go:embed recipe-1.0.schema.json
var Schema []byte

// schema compiles it when it is first needed: that takes milliseconds.
var schema = sync.OnceValues(func() (*jsonschema.Schema, error) {
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(Schema))
	if err != nil {
		return nil, err
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource("recipe.json", document); err != nil {
		return nil, err
	}
	return compiler.Compile("recipe.json")
})

// validate holds the recipe against the schema.
func validate(d document) []Problem {
	value, err := d.value()
	if err != nil {
		return []Problem{{Text: err.Error()}}
	}
	compiled, err := schema()
	if err != nil {
		return []Problem{{Text: err.Error()}}
	}
	var invalid *jsonschema.ValidationError
	if !errors.As(compiled.Validate(value), &invalid) {
		return nil
	}
	return d.explain(invalid, nil)
}

// explain says in the recipe's terms what the validator found.
func (d document) explain(e *jsonschema.ValidationError, problems []Problem) []Problem {
	for _, cause := range e.Causes {
		problems = d.explain(cause, problems)
	}
	path := e.InstanceLocation
	switch k := e.ErrorKind.(type) {
	case *kind.AdditionalProperties:
		for _, name := range k.Properties {
			problems = append(problems, d.problem(extend(path, name), "there is no such key%s", meant(name, keys(e.SchemaURL))))
		}
	case *kind.Required:
		for _, name := range k.Missing {
			problems = append(problems, d.problem(path, "it needs %s", name))
		}
	case *kind.Type:
		problems = append(problems, d.problem(path, "it must be %s, and is %s", orList(k.Want), article(k.Got)))
	case *kind.Enum:
		want := make([]string, len(k.Want))
		for i, one := range k.Want {
			want[i] = fmt.Sprint(one)
		}
		problems = append(problems, d.problem(path, "%v is not known: use %s%s", k.Got, strings.Join(want, ", "), meant(fmt.Sprint(k.Got), want)))
	case *kind.Pattern:
		problems = append(problems, d.problem(path, "%q is not understood: %s", k.Got, formOf(path)))
	case *kind.Minimum:
		problems = append(problems, d.problem(path, "it must be at least %s", k.Want.RatString()))
	case *kind.Maximum:
		problems = append(problems, d.problem(path, "it can be %s at most", k.Want.RatString()))
	case *kind.ExclusiveMinimum:
		problems = append(problems, d.problem(path, "it must be more than %s", k.Want.RatString()))
	case *kind.MinItems:
		problems = append(problems, d.problem(path, "it needs at least %d, and has %d", k.Want, k.Got))
	}
	return problems
}

// formOf says how the value of a key is written that has a form.
func formOf(path []string) string {
	switch path[len(path)-1] {
	case "name":
		return "a step's name is of letters, digits and _, and begins with no digit"
	case "timeout":
		return "write a time such as 90s, 30m or 1h30m"
	}
	return "use stop, continue, or goto STEP"
}

// meant asks whether a known word was meant.
func meant(word string, known []string) string {
	if one, ok := nearest.Word(word, known); ok {
		return "; did you mean " + one + "?"
	}
	return ""
}

// keys are those of an object of the schema.
func keys(url string) []string {
	compiled, err := schema()
	if err != nil {
		return nil
	}
	objects := map[string]*jsonschema.Schema{compiled.Location: compiled}
	steps := compiled.Properties["steps"].Items2020.Ref
	objects[steps.Location] = steps
	parallel := steps.Properties["parallel"].Ref
	objects[parallel.Location] = parallel
	if object := objects[url]; object != nil {
		return slices.Sorted(maps.Keys(object.Properties))
	}
	return nil
}

// names are how the types of JSON are told.
var names = map[string]string{
	"object": "an object", "array": "a list", "string": "a text", "boolean": "true or false", "number": "a number", "integer": "a whole number", "null": "nothing",
}

func article(kind string) string {
	if name := names[kind]; name != "" {
		return name
	}
	return kind
}

func orList(kinds []string) string {
	words := make([]string, len(kinds))
	for i, one := range kinds {
		words[i] = article(one)
	}
	return strings.Join(words, " or ")
}
