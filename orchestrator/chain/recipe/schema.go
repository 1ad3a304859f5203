package recipe

import (
	_ "embed" // for the schema
	"fmt"
	"strings"
	"sync"

	"stead/internal/adapt/jsonschema"
	"stead/internal/term/plain"
)

// Schema is the JSON Schema (draft 2020-12) of recipes, version 1.0.
//
//go:embed recipe-1.0.schema.json
var Schema []byte

// schema compiles it when it is first needed.
var schema = sync.OnceValues(func() (*jsonschema.Schema, error) {
	compiled, err := jsonschema.Compile(Schema)
	return compiled[""], err
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
	var problems []Problem
	for _, f := range compiled.Faults(value) {
		problems = append(problems, d.explain(f)...)
	}
	return problems
}

// explain says in the recipe's terms what breaks the schema.
func (d document) explain(f jsonschema.Fault) (problems []Problem) {
	switch f.Keyword {
	case "additionalProperties":
		for _, name := range f.Names {
			problems = append(problems, d.problem(extend(f.Path, name), "there is no such key%s", meant(name, f.Known)))
		}
		return problems
	case "required":
		for _, name := range f.Names {
			problems = append(problems, d.problem(f.Path, "it needs %s", name))
		}
		return problems
	case "enum":
		var want []string
		for _, one := range f.Want.([]any) {
			want = append(want, fmt.Sprint(one))
		}
		return []Problem{d.problem(f.Path, "%v is not known: use %s%s", f.Got, strings.Join(want, ", "),
			meant(fmt.Sprint(f.Got), want))}
	case "type":
		return []Problem{d.problem(f.Path, "it must be %s, not %s", orList(f.Want.([]string)), article(fmt.Sprint(f.Got)))}
	case "pattern":
		return []Problem{d.problem(f.Path, "%q is not understood: %s", f.Got, formOf(f.Path))}
	case "minimum":
		return []Problem{d.problem(f.Path, "it must be at least %s", f.Want)}
	case "maximum":
		return []Problem{d.problem(f.Path, "it must be at most %s", f.Want)}
	case "exclusiveMinimum":
		return []Problem{d.problem(f.Path, "it must be more than %s", f.Want)}
	case "minItems":
		return []Problem{d.problem(f.Path, "it needs at least %d, but has %d", f.Want, f.Got)}
	}
	return nil
}

// formOf says how the value of a key is written that has a form.
func formOf(path []string) string {
	switch path[len(path)-1] {
	case "name":
		return "a step's name has only letters, digits and _, and does not begin with a digit"
	case "on":
		return "a machine's name has only letters, digits, - and _; stead machines lists yours"
	case "timeout":
		return "write a time such as 90s, 30m or 1h30m"
	}
	return "use stop, continue, or goto STEP"
}

// meant asks whether a known word was meant.
func meant(word string, known []string) string {
	if one, ok := plain.Nearest(word, known); ok {
		return "; did you mean " + one + "?"
	}
	return ""
}

// names are the words for the types of JSON.
var names = map[string]string{
	"object": "an object", "array": "a list", "string": "a text", "boolean": "true or false", "number": "a number",
	"integer": "a whole number", "null": "nothing",
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
