package templates

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"text/template/parse"

	"stead/internal/term/plain"
)

// checkFields rejects a body with a name that is neither a variable nor an input. It does not check the content of a
// {{define}}, because its dot is the argument of its call.
func (t *Template) checkFields(file string) error {
	if t.body.Tree == nil { // an empty body
		return nil
	}
	c := fields{known: front{t: t}.names(), tree: t.body.Tree}
	c.list(c.tree.Root, true)
	if c.name == "" {
		return nil
	}
	problem := fmt.Sprintf("{{.%s}} is neither a variable nor an input", c.name)
	if meant, ok := plain.Nearest(c.name, c.known); ok {
		problem += ": did you mean " + meant + "?"
	}
	return &Error{File: file, Line: c.line, Problem: problem, Remedy: "declare it below vars or inputs"}
}

// fields searches a body for an unknown name. Inside of range and with, the value of the dot is unknown before the
// template is executed, so only $.name is checked there.
type fields struct {
	known []string
	tree  *parse.Tree
	name  string
	line  int
}

func (f *fields) list(l *parse.ListNode, isRoot bool) {
	if l == nil {
		return
	}
	for _, node := range l.Nodes {
		switch n := node.(type) {
		case *parse.ActionNode:
			f.pipe(n.Pipe, isRoot)
		case *parse.TemplateNode:
			f.pipe(n.Pipe, isRoot)
		case *parse.IfNode:
			f.branch(n.BranchNode, isRoot, isRoot)
		case *parse.RangeNode:
			f.branch(n.BranchNode, isRoot, false)
		case *parse.WithNode:
			f.branch(n.BranchNode, isRoot, false)
		}
	}
}

func (f *fields) branch(b parse.BranchNode, isRoot, isRootInside bool) {
	f.pipe(b.Pipe, isRoot)
	f.list(b.List, isRootInside)
	f.list(b.ElseList, isRoot)
}

func (f *fields) pipe(p *parse.PipeNode, isRoot bool) {
	if p == nil {
		return
	}
	for _, command := range p.Cmds {
		for _, argument := range command.Args {
			f.argument(argument, isRoot)
		}
	}
}

func (f *fields) argument(node parse.Node, isRoot bool) {
	switch n := node.(type) {
	case *parse.PipeNode:
		f.pipe(n, isRoot)
	case *parse.FieldNode:
		if isRoot {
			f.named(n.Ident[0], n)
		}
	case *parse.VariableNode:
		if len(n.Ident) > 1 && n.Ident[0] == "$" {
			f.named(n.Ident[1], n)
		}
	}
}

func (f *fields) named(name string, at parse.Node) {
	if f.name == "" && !slices.Contains(f.known, name) {
		f.name, f.line = name, f.lineOf(at)
	}
}

// lineOf returns the line of a node. The parser gives it only within a message for people: file:line:column.
func (f *fields) lineOf(at parse.Node) int {
	location, _ := f.tree.ErrorContext(at)
	parts := strings.Split(location, ":")
	line, err := strconv.Atoi(parts[max(0, len(parts)-2)])
	if err != nil {
		return 0
	}
	return line
}
