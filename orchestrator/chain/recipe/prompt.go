package recipe

import (
	"fmt"
	"slices"
	"strings"
	"text/template"
	"text/template/parse"
)

// text checks a text/template: its syntax, and what it names.
func (c *checker) text(path []string, step int, text string) {
	parsed, err := template.New("").Parse(text)
	if err != nil {
		c.add(path, "the template is wrong: %s", strings.TrimPrefix(err.Error(), "template: :"))
		return
	}
	if parsed.Tree == nil {
		return
	}
	for _, field := range fields(parsed.Root) {
		if text := c.wrong(field, step); text != "" {
			c.add(path, "{{.%s}}: %s", strings.Join(field, "."), text)
		}
	}
}

var (
	dataFields   = []string{"Prev", "Steps", "Vars", "Diff", "Files", "Dir"}
	resultFields = []string{"Name", "CLI", "Text", "Diff", "Files", "Output", "OK"}
)

// wrong says what is wrong with a field of the data that a prompt is made with, or nothing.
func (c *checker) wrong(field []string, step int) string {
	switch {
	case !slices.Contains(dataFields, field[0]):
		return "there is no such field" + meant(field[0], dataFields) + " (there are " + strings.Join(dataFields, ", ") + ")"
	case field[0] == "Prev" && len(field) > 1 && !slices.Contains(resultFields, field[1]):
		return "a step has no such field" + meant(field[1], resultFields)
	case field[0] == "Prev" && step == 0 && !c.isGoneBackTo(0):
		return "no step comes before the first"
	case field[0] == "Steps" && len(field) > 1 && c.recipe.Index(field[1]) < 0:
		return "there is no such step" + meant(field[1], c.stepNames())
	case field[0] == "Steps" && len(field) > 2 && !slices.Contains(resultFields, field[2]):
		return "a step has no such field" + meant(field[2], resultFields)
	case field[0] == "Vars" && len(field) > 1:
		if _, ok := c.recipe.Vars[field[1]]; !ok {
			return fmt.Sprintf("there is no such variable%s; declare it in the recipe's vars", meant(field[1], c.varNames()))
		}
	}
	return ""
}

func (c *checker) isGoneBackTo(step int) bool {
	return slices.ContainsFunc(c.recipe.Steps, func(s Step) bool {
		name, ok := s.Goto()
		return ok && c.recipe.Index(name) == step
	})
}

func (c *checker) stepNames() []string {
	var all []string
	for _, s := range c.recipe.Steps {
		all = append(all, s.Name)
	}
	return all
}

func (c *checker) varNames() []string {
	var all []string
	for name := range c.recipe.Vars {
		all = append(all, name)
	}
	slices.Sort(all)
	return all
}

// fields returns the fields of the data that a template names, as far as they do not hang on what . is there.
func fields(n parse.Node) (all [][]string) {
	switch n := n.(type) {
	case *parse.ListNode:
		if n == nil {
			return nil
		}
		for _, one := range n.Nodes {
			all = append(all, fields(one)...)
		}
	case *parse.ActionNode:
		return fields(n.Pipe)
	case *parse.PipeNode:
		if n == nil {
			return nil
		}
		for _, command := range n.Cmds {
			for _, argument := range command.Args {
				all = append(all, fields(argument)...)
			}
		}
	case *parse.FieldNode:
		return [][]string{n.Ident}
	case *parse.IfNode:
		return append(append(fields(n.Pipe), fields(n.List)...), fields(n.ElseList)...)
	case *parse.RangeNode: // within it . is another
		return append(fields(n.Pipe), fields(n.ElseList)...)
	case *parse.WithNode:
		return append(fields(n.Pipe), fields(n.ElseList)...)
	}
	return all
}
