package templates

import (
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"stead/internal/sys/lazy"
	"stead/internal/term/plain"
)

// identifier matches the name of a variable or an input. The body must be able to refer to it.
var identifier = lazy.Regexp(`^[A-Za-z_][A-Za-z0-9_]*$`)

// front reads front matter. It does not use a decoder, because errors name the line and the key.
type front struct {
	file string
	t    *Template
}

// member maps a key to the function that reads its value.
type member map[string]func(key string, value *yaml.Node) error

// read fills the template from the front matter.
func (f front) read(text string) error {
	var document yaml.Node
	if err := yaml.Unmarshal([]byte(text), &document); err != nil {
		return &Error{
			File: f.file, Problem: strings.TrimPrefix(err.Error(), "yaml: "),
			Remedy: "the front matter is YAML: `key: value` lines, indented with spaces",
		}
	}
	if len(document.Content) == 0 {
		return nil
	}
	return f.mapping("", document.Content[0], member{
		"description": f.text(&f.t.Description), "cli": f.text(&f.t.CLI), "model": f.text(&f.t.Model),
		"vars":   func(key string, value *yaml.Node) error { return f.each(key, value, f.variable) },
		"inputs": func(key string, value *yaml.Node) error { return f.each(key, value, f.input) },
	})
}

func (f front) wrong(at *yaml.Node, key, remedy, format string, arguments ...any) error {
	return &Error{File: f.file, Line: at.Line, Key: key, Problem: fmt.Sprintf(format, arguments...), Remedy: remedy}
}

// mapping reads a mapping of known keys.
func (f front) mapping(prefix string, node *yaml.Node, known member) error {
	return f.pairs(prefix, node, func(key, name string, at, value *yaml.Node) error {
		read, ok := known[name]
		if !ok {
			return f.unknown(at, key, name, known)
		}
		return read(key, value)
	})
}

func (f front) unknown(at *yaml.Node, key, name string, known member) error {
	var names []string
	for one := range known {
		names = append(names, one)
	}
	slices.Sort(names)
	problem := "there is no such key"
	if meant, ok := plain.Nearest(name, names); ok {
		problem += ": did you mean " + meant + "?"
	}
	return f.wrong(at, key, "allowed are "+strings.Join(names, ", "), "%s", problem)
}

// each reads a mapping whose keys are names that the template chooses.
func (f front) each(prefix string, node *yaml.Node, read func(key, name string, value *yaml.Node) error) error {
	return f.pairs(prefix, node, func(key, name string, at, value *yaml.Node) error {
		switch {
		case !identifier().MatchString(name):
			return f.wrong(at, key, "a name has only letters, digits and _, and does not begin with a digit",
				"the body cannot name it")
		case slices.Contains(f.names(), name):
			return f.wrong(at, key, "variables and inputs share their names", "there is another %s", name)
		}
		return read(key, name, value)
	})
}

// names returns the names of the variables and inputs read so far.
func (f front) names() []string {
	names := f.t.names()
	for _, input := range f.t.Inputs {
		names = append(names, input.Name)
	}
	return names
}

// pairs goes through a mapping. A missing value counts as an empty mapping.
func (f front) pairs(prefix string, node *yaml.Node, read func(key, name string, at, value *yaml.Node) error) error {
	if node.Kind == yaml.ScalarNode && node.Tag == "!!null" {
		return nil
	}
	if node.Kind != yaml.MappingNode {
		return f.wrong(node, strings.TrimSuffix(prefix, "."), "", "expected `key: value` lines")
	}
	if prefix != "" {
		prefix += "."
	}
	seen := map[string]bool{}
	for i := 0; i+1 < len(node.Content); i += 2 {
		at, value := node.Content[i], node.Content[i+1]
		if seen[at.Value] {
			return f.wrong(at, prefix+at.Value, "", "it appears twice")
		}
		seen[at.Value] = true
		if err := read(prefix+at.Value, at.Value, at, value); err != nil {
			return err
		}
	}
	return nil
}

// variable reads one of vars. `name: text` is short for `name: {type: text}`.
func (f front) variable(key, name string, node *yaml.Node) error {
	v := Variable{Name: name, Type: Text}
	kind := func(key string, node *yaml.Node) error { return f.kind(&v.Type, key, node) }
	var err error
	if node.Kind == yaml.ScalarNode && node.Tag != "!!null" {
		err = kind(key, node)
	} else {
		err = f.mapping(key, node, member{
			"type": kind, "description": f.text(&v.Description), "default": f.list(&v.Default),
			"required": f.flag(&v.Required), "choices": f.choices(&v.Choices),
		})
	}
	if err == nil {
		err = f.checkVariable(v, key, node)
	}
	f.t.Variables = append(f.t.Variables, v)
	return err
}

func (f front) checkVariable(v Variable, key string, node *yaml.Node) error {
	if (v.Type == Choice) != (len(v.Choices) > 0) {
		return f.wrong(node, key, "", "choices and the type choice need each other")
	}
	if _, err := v.parse(v.Default); err != nil {
		return f.wrong(node, key+".default", "", "%v", err)
	}
	return nil
}

func (f front) kind(t *Type, key string, node *yaml.Node) error {
	*t = Type(node.Value)
	if slices.Contains(types, *t) {
		return nil
	}
	names := make([]string, len(types))
	for i, one := range types {
		names[i] = string(one)
	}
	problem := fmt.Sprintf("there is no type %q", node.Value)
	if meant, ok := plain.Nearest(node.Value, names); ok {
		problem += ": did you mean " + meant + "?"
	}
	return f.wrong(node, key, "the types are "+strings.Join(names, ", "), "%s", problem)
}

// input reads one of inputs.
func (f front) input(key, name string, node *yaml.Node) error {
	i := Input{Name: name}
	err := f.mapping(key, node, member{
		"file": f.text(&i.File), "command": f.text(&i.Command), "optional": f.flag(&i.Optional),
		"timeout": f.duration(&i.Timeout),
	})
	if err == nil && (i.File == "") == (i.Command == "") {
		err = f.wrong(node, key, "", "an input is either a file or a command")
	}
	f.t.Inputs = append(f.t.Inputs, i)
	return err
}
