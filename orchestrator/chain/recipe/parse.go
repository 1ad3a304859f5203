package recipe

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"stead/internal/sys/lazy"
)

// Known is what a recipe may name.
type Known struct {
	// CLIs are those that can be started.
	CLIs []string
	// Machine returns an error for a name that no machine of the user's has. Nil where every name is taken.
	Machine func(name string) error
	// Template returns an error for a prompt template that cannot be used, or not with these values, which are templates
	// themselves. Nil when there are none.
	Template func(name string, vars map[string]string) error
}

// Parse reads a recipe. File is named in errors. The error is an [*Error] that lists everything that is wrong.
func Parse(file string, data []byte, known Known) (Recipe, error) {
	doc, problems := read(data)
	if len(problems) > 0 {
		return Recipe{}, &Error{file, problems}
	}
	if problems = validate(doc); len(problems) > 0 {
		return Recipe{}, &Error{file, sorted(problems)}
	}
	var r Recipe
	if err := doc.root.Decode(&r); err != nil {
		return r, &Error{file, []Problem{{Text: err.Error()}}}
	}
	r.complete()
	if problems = check(r, doc, known); len(problems) > 0 {
		return r, &Error{file, sorted(problems)}
	}
	return r, nil
}

// document is a recipe's text, as YAML has it.
type document struct{ root *yaml.Node }

// read parses YAML, which includes JSON.
func read(data []byte) (document, []Problem) {
	var node yaml.Node
	if err := yaml.Unmarshal(data, &node); err != nil {
		return document{}, syntax(err)
	}
	if len(node.Content) == 0 {
		return document{}, []Problem{{Line: 1, Column: 1, Text: "it is empty: a recipe needs steps"}}
	}
	d := document{node.Content[0]}
	return d, d.repeated(d.root, nil)
}

var yamlLine = lazy.Regexp(`^yaml: line (\d+): `)

// syntax is what the parser says, with the line in its place.
func syntax(err error) []Problem {
	p := Problem{Line: 1, Column: 1, Text: strings.TrimPrefix(err.Error(), "yaml: ")}
	if at := yamlLine().FindStringSubmatch(err.Error()); at != nil {
		p.Line, _ = strconv.Atoi(at[1])
		p.Text = strings.TrimPrefix(err.Error(), at[0])
	}
	return []Problem{p}
}

// repeated finds keys that come twice, which YAML forbids and its parser lets pass, and what a recipe has no use for.
func (d document) repeated(n *yaml.Node, path []string) (problems []Problem) {
	switch n.Kind {
	case yaml.AliasNode:
		return []Problem{{n.Line, n.Column, d.key(path), "aliases (*name) are not supported: write it out"}}
	case yaml.SequenceNode:
		for i, one := range n.Content {
			problems = append(problems, d.repeated(one, extend(path, strconv.Itoa(i)))...)
		}
	case yaml.MappingNode:
		seen := map[string]int{}
		for i := 0; i+1 < len(n.Content); i += 2 {
			key, at := n.Content[i].Value, extend(path, n.Content[i].Value)
			if line := seen[key]; line > 0 {
				problems = append(problems, Problem{n.Content[i].Line, n.Content[i].Column, d.key(at),
					fmt.Sprintf("it is already set in line %d", line)})
			}
			seen[key] = n.Content[i].Line
			problems = append(problems, d.repeated(n.Content[i+1], at)...)
		}
	}
	return problems
}

// extend returns a path with one more element, and leaves the path alone.
func extend(path []string, element string) []string {
	return append(append([]string(nil), path...), element)
}

// value returns the document as the schema's validator takes it.
func (d document) value() (any, error) {
	var value any
	err := d.root.Decode(&value)
	return plainValue(value), err
}

// plainValue turns what only YAML has into what JSON has.
func plainValue(value any) any {
	switch v := value.(type) {
	case map[string]any:
		for key, one := range v {
			v[key] = plainValue(one)
		}
		return v
	case map[any]any:
		named := map[string]any{}
		for key, one := range v {
			named[fmt.Sprint(key)] = plainValue(one)
		}
		return named
	case []any:
		for i, one := range v {
			v[i] = plainValue(one)
		}
		return v
	case nil, bool, string, int, int64, uint64, float64:
		return v
	}
	return fmt.Sprint(value) // dates
}

// at returns the position of a key or value: that of the last existing element of the path.
func (d document) at(path []string) (line, column int) {
	n := d.root
	line, column = n.Line, n.Column
	for _, element := range path {
		key, value := child(n, element)
		if value == nil {
			return line, column
		}
		n, line, column = value, key.Line, key.Column
	}
	return line, column
}

// child returns an element of a list or an object, with the node at which it begins.
func child(n *yaml.Node, element string) (key, value *yaml.Node) {
	switch n.Kind {
	case yaml.SequenceNode:
		i, err := strconv.Atoi(element)
		if err != nil || i < 0 || i >= len(n.Content) {
			return nil, nil
		}
		return n.Content[i], n.Content[i]
	case yaml.MappingNode:
		for i := 0; i+1 < len(n.Content); i += 2 {
			if n.Content[i].Value == element {
				return n.Content[i], n.Content[i+1]
			}
		}
	}
	return nil, nil
}

// key names a path for people: a step by its name.
func (d document) key(path []string) string {
	named := append([]string(nil), path...)
	if len(path) > 1 && path[0] == "steps" {
		_, steps := child(d.root, "steps")
		if _, step := child(steps, path[1]); step != nil {
			if _, name := child(step, "name"); name != nil && name.Kind == yaml.ScalarNode {
				named[1] = name.Value
			}
		}
	}
	return strings.Join(named, ".")
}

// problem is one at a path.
func (d document) problem(path []string, format string, args ...any) Problem {
	line, column := d.at(path)
	return Problem{line, column, d.key(path), fmt.Sprintf(format, args...)}
}

// errNone is for templates where there is no library.
var errNone = errors.New("there are no templates here")
