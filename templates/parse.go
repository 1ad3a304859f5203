package templates

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"text/template"
	"text/template/parse"

	"stead/internal/nearest"
)

// fenceLine begins and ends front matter.
const fenceLine = "---"

// Parse reads a template of the user's own. File is named in errors. Errors are of type [Error].
func Parse(name, file string, content []byte) (Template, error) {
	t := Template{Name: name, Origin: User, Path: file, Content: string(content)}
	return t, t.parse()
}

// Read reads a template of the user's own from a file, whatever its name. Errors: an [Error], and the file's.
func Read(path string) (Template, error) {
	info, err := os.Stat(path)
	if err != nil {
		return Template{}, err
	}
	if !info.Mode().IsRegular() || info.Size() > longestTemplate {
		return Template{}, &Error{File: path, Problem: "it is no text of a template's size"}
	}
	content, err := os.ReadFile(path)
	if err != nil {
		return Template{}, err
	}
	return Parse(strings.TrimSuffix(filepath.Base(path), Extension), path, content)
}

// parse reads the content.
func (t *Template) parse() error {
	file := t.Path
	if file == "" {
		file = t.Name
	}
	matter, body, err := split(t.Content)
	if err != nil {
		return &Error{File: file, Line: 1, Problem: err.Error(), Remedy: "close it with a line of three dashes"}
	}
	if err := (front{file: file, t: t}).read(matter); err != nil {
		return err
	}
	t.body, err = template.New(file).Funcs(functions(nil)).Option("missingkey=error").Parse(body)
	if err != nil {
		return &Error{File: file, Problem: strings.TrimPrefix(strings.TrimPrefix(err.Error(), "template: "), file+": "),
			Remedy: "the body is of Go's text/template: {{.name}}, {{if .name}}...{{end}}"}
	}
	return t.checkFields(file)
}

// split returns the front matter and the body, both with empty lines where the other stands, so that their lines are the file's.
func split(content string) (matter, body string, err error) {
	content = strings.TrimPrefix(strings.ReplaceAll(content, "\r\n", "\n"), "\ufeff")
	rest, found := strings.CutPrefix(content, fenceLine+"\n")
	if !found {
		return "", content, nil
	}
	lines := 1
	for line := range strings.Lines(rest) {
		lines++
		if strings.TrimRight(line, " \n") == fenceLine {
			at := len(matter)
			return "\n" + matter, strings.Repeat("\n", lines) + rest[at+len(line):], nil
		}
		matter += line
	}
	return "", "", errors.New("the front matter has no end")
}

// checkFields refuses a body that names what is neither a variable nor an input. What stands in a {{define}} is not looked at: its dot is
// what it is called with.
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
	if meant, ok := nearest.Word(c.name, c.known); ok {
		problem += ": did you mean " + meant + "?"
	}
	return &Error{File: file, Line: c.line, Problem: problem, Remedy: "declare it below vars or inputs"}
}

// fields looks for a name in a body that is not known. What a dot means inside of range and with is not known before the template is
// executed; there only $.name is looked at.
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

// lineOf returns the line of a node, which the parser tells only within a text for people: file:line:column.
func (f *fields) lineOf(at parse.Node) int {
	location, _ := f.tree.ErrorContext(at)
	parts := strings.Split(location, ":")
	line, err := strconv.Atoi(parts[max(0, len(parts)-2)])
	if err != nil {
		return 0
	}
	return line
}
