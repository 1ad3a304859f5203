package recipe

import (
	"slices"
	"strconv"
	"strings"
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
			c.add(extend(path, "name"), "line %d already has a step of that name", line)
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
		c.add(extend(path, "parallel"), "it replaces cli: leave out one of them")
	case s.CLI != "":
		c.cli(extend(path, "cli"), s.CLI)
	default:
		c.parallel(extend(path, "parallel"), s)
	}
	c.on(path, s)
	c.says(path, i, s)
	c.jumps(path, i, s)
}

func (c *checker) cli(path []string, name string) {
	if !slices.Contains(c.known.CLIs, name) {
		c.add(path, "there is no CLI %q%s (there are %s)", name, meant(name, c.known.CLIs), strings.Join(c.known.CLIs, ", "))
	}
}

// on checks the machine.
func (c *checker) on(path []string, s Step) {
	switch path := extend(path, "on"); {
	case s.On == "":
	case s.Parallel != nil:
		c.add(path, "it is for a single CLI: name the machines of an A/B in parallel.with, each as CLI@MACHINE")
	default:
		c.machine(path, s.On)
	}
}

func (c *checker) machine(path []string, name string) {
	if name == "" || c.known.Machine == nil {
		return
	}
	if err := c.known.Machine(name); err != nil {
		c.add(path, "%v", err)
	}
}

func (c *checker) parallel(path []string, s Step) {
	for i, one := range s.Parallel.With {
		cli, machine := whose(one)
		path := extend(extend(path, "with"), strconv.Itoa(i))
		c.cli(path, cli)
		c.machine(path, machine)
	}
	if s.Model != "" {
		c.add(extend(path, "with"), "each contestant has its own: write CLI:MODEL, and leave out model")
	}
	if s.Parallel.Pick == FirstPassing && s.Check == "" {
		c.add(path, "without a check everybody passes: give the step one, or pick: %s", Manual)
	}
}

// says checks the prompt.
func (c *checker) says(path []string, i int, s Step) {
	switch {
	case s.Prompt == "" && s.Template == "":
		c.add(path, "it needs prompt, or template")
	case s.Prompt != "" && s.Template != "":
		c.add(extend(path, "template"), "it replaces prompt: leave out one of them")
	case s.Template != "":
		find := c.known.Template
		if find == nil {
			find = func(string, map[string]string) error { return errNone }
		}
		if err := find(s.Template, s.Vars); err != nil {
			c.add(extend(path, "template"), "%v", err)
		}
	case len(s.Vars) > 0:
		c.add(extend(path, "vars"), "they belong to a template; a prompt uses those of the recipe: {{.Vars.name}}")
	}
	c.text(extend(path, "prompt"), i, s.Prompt)
	for name, value := range s.Vars {
		c.text(extend(extend(path, "vars"), name), i, value)
	}
}

// jumps checks where the chain continues after a failure.
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
		c.add(path, "it goes back, so the chain could loop forever: limit its attempts with max_steps")
	}
}
