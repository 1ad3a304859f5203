package recipe

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"text/template"
	"text/template/parse"
)

// checker looks for what a schema cannot say.
type checker struct {
	document
	recipe   Recipe
	known    Known
	problems []Problem
}

// check finds what is wrong with a recipe beyond its form.
func check(r Recipe, d document, known Known) []Problem {
	c := checker{document: d, recipe: r, known: known}
	lines := map[string]int{}
	for i, s := range r.Steps {
		path := []string{"steps", strconv.Itoa(i)}
		if line := lines[s.Name]; line > 0 {
			c.add(extend(path, "name"), "there is a step of that name in line %d", line)
		}
		lines[s.Name], _ = d.at(path)
		c.step(path, i, s)
	}
	return c.problems
}

func (c *checker) add(path []string, format string, args ...any) {
	c.problems = append(c.problems, c.problem(path, format, args...))
}

func (c *checker) step(path []string, i int, s Step) {
	switch {
	case s.CLI == "" && s.Parallel == nil:
		c.add(path, "it needs cli, or parallel")
	case s.CLI != "" && s.Parallel != nil:
		c.add(extend(path, "parallel"), "it stands in place of cli: leave out one of them")
	case s.CLI != "":
		c.cli(extend(path, "cli"), s.CLI)
	default:
		c.parallel(extend(path, "parallel"), s)
	}
	c.says(path, i, s)
	c.jumps(path, i, s)
}

func (c *checker) cli(path []string, name string) {
	if !slices.Contains(c.known.CLIs, name) {
		c.add(path, "there is no CLI %q%s (there are %s)", name, meant(name, c.known.CLIs), strings.Join(c.known.CLIs, ", "))
	}
}

func (c *checker) parallel(path []string, s Step) {
	for i, one := range s.Parallel.With {
		cli, _, _ := strings.Cut(one, ":")
		c.cli(extend(extend(path, "with"), strconv.Itoa(i)), cli)
	}
	if s.Model != "" {
		c.add(extend(path, "with"), "a model is said for each: write CLI:MODEL, and leave out model")
	}
	if s.Parallel.Pick == FirstPassing && s.Check == "" {
		c.add(path, "without a check everybody passes: give the step one, or pick: %s", Manual)
	}
}

// says checks what the CLI is told.
func (c *checker) says(path []string, i int, s Step) {
	switch {
	case s.Prompt == "" && s.Template == "":
		c.add(path, "it needs prompt, or template")
	case s.Prompt != "" && s.Template != "":
		c.add(extend(path, "template"), "it stands in place of prompt: leave out one of them")
	case s.Template != "":
		find := c.known.Template
		if find == nil {
			find = func(string) error { return errNone }
		}
		if err := find(s.Template); err != nil {
			c.add(extend(path, "template"), "%v", err)
		}
	case len(s.Vars) > 0:
		c.add(extend(path, "vars"), "they are a template's; a prompt has those of the recipe: {{.Vars.name}}")
	}
	c.text(extend(path, "prompt"), i, s.Prompt)
	for name, value := range s.Vars {
		c.text(extend(extend(path, "vars"), name), i, value)
	}
}

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
			return fmt.Sprintf("there is no such variable%s; say it in the recipe's vars", meant(field[1], c.varNames()))
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

// jumps checks where the chain goes on after a failure.
func (c *checker) jumps(path []string, i int, s Step) {
	name, ok := s.Goto()
	if !ok {
		return
	}
	to := c.recipe.Index(name)
	_, bound := child(c.root, "max_steps")
	switch path := extend(path, "on_failure"); {
	case to < 0:
		c.add(path, "there is no step %q to go to%s", name, meant(name, c.stepNames()))
	case to <= i && bound == nil:
		c.add(path, "it goes back, so it could go round for ever: say how many attempts the chain may make with max_steps")
	}
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
