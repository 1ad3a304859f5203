package command

import (
	"path"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"stead/internal/sys/lazy"
)

// Line is a command line without what doesn't matter for the question whether it passes: folders, variables, wrappers,
// cut output.
type Line struct {
	// Commands are its simple commands in order.
	Commands []Command
	// HidesFailure tells that the line's exit code isn't that of its commands: a pipe, or "|| true".
	HidesFailure bool
	// Writes tells that the line redirects output into a file.
	Writes bool
}

// Command is a simple command: a program with its arguments, normalized.
type Command struct {
	// Program is one word or several: "go test", "npm run lint".
	Program string
	// Flags are its options in the form in which they were given, without those that only change what is printed; Targets
	// are the other arguments.
	Flags, Targets []string
}

// mostParsed is how long a command line may be to be parsed. A longer one holds a file.
const mostParsed = 64 << 10

// Parse returns the normalized command line. It never fails: what is no shell command becomes one command of its words.
func Parse(text string) Line {
	l := &lister{}
	l.parse(text, 0)
	return l.line
}

// String returns the line as its commands one after another.
func (l Line) String() string {
	parts := make([]string, len(l.Commands))
	for i, c := range l.Commands {
		parts[i] = c.String()
	}
	return strings.Join(parts, " && ")
}

// String returns the command as one would type it.
func (c Command) String() string {
	return strings.Join(append(append(strings.Fields(c.Program), c.Flags...), c.Targets...), " ")
}

// lister collects the simple commands of a line.
type lister struct{ line Line }

// mostNested is how deep a shell may stand in a shell.
const mostNested = 3

func (l *lister) parse(text string, depth int) {
	if depth > mostNested || len(text) > mostParsed {
		l.add(strings.Fields(text[:min(len(text), 200)]), depth)
		return
	}
	file, err := syntax.NewParser(syntax.KeepComments(false)).Parse(strings.NewReader(text), "")
	if err != nil {
		l.add(strings.Fields(text), depth)
		return
	}
	for _, statement := range file.Stmts {
		l.statement(statement, depth)
	}
}

func (l *lister) statement(s *syntax.Stmt, depth int) {
	if s == nil {
		return
	}
	for _, redirect := range s.Redirs {
		switch redirect.Op {
		case syntax.RdrOut, syntax.AppOut, syntax.RdrAll, syntax.AppAll, syntax.RdrClob:
			l.line.Writes = l.line.Writes || !isNull(redirect.Word)
		}
	}
	switch c := s.Cmd.(type) {
	case *syntax.CallExpr:
		l.add(words(c.Args), depth)
	case *syntax.BinaryCmd:
		l.binary(c, depth)
	case *syntax.Subshell:
		l.all(c.Stmts, depth)
	case *syntax.Block:
		l.all(c.Stmts, depth)
	case *syntax.IfClause:
		l.all(c.Cond, depth)
		l.all(c.Then, depth)
	case *syntax.ForClause:
		l.all(c.Do, depth)
	case *syntax.WhileClause:
		l.all(c.Do, depth)
	case *syntax.TimeClause:
		l.statement(c.Stmt, depth)
	}
}

func (l *lister) all(statements []*syntax.Stmt, depth int) {
	for _, s := range statements {
		l.statement(s, depth)
	}
}

// binary adds both sides of && and ;. Of a pipe the first program that does more than print is the one that passes or
// fails, and what stands after || is for the case that it fails.
func (l *lister) binary(c *syntax.BinaryCmd, depth int) {
	switch c.Op {
	case syntax.AndStmt:
		l.statement(c.X, depth)
		l.statement(c.Y, depth)
	case syntax.OrStmt:
		l.line.HidesFailure = true
		l.statement(c.X, depth)
	default:
		before := len(l.line.Commands)
		l.statement(c.X, depth)
		l.line.HidesFailure = true
		if len(l.line.Commands) == before { // echo y | program
			l.statement(c.Y, depth)
		}
	}
}

func isNull(w *syntax.Word) bool {
	text := word(w)
	return text == "/dev/null" || text == "/dev/stderr" || text == "&1" || text == ""
}

// words returns a command's words as the shell would pass them; what only the shell can know stays as it is written.
func words(args []*syntax.Word) []string {
	texts := make([]string, len(args))
	for i, w := range args {
		texts[i] = word(w)
	}
	return texts
}

func word(w *syntax.Word) string {
	if w == nil {
		return ""
	}
	var b strings.Builder
	for _, part := range w.Parts {
		writePart(&b, part)
	}
	return b.String()
}

func writePart(b *strings.Builder, part syntax.WordPart) {
	switch p := part.(type) {
	case *syntax.Lit:
		b.WriteString(strings.ReplaceAll(p.Value, `\`, ""))
	case *syntax.SglQuoted:
		b.WriteString(p.Value)
	case *syntax.DblQuoted:
		for _, inner := range p.Parts {
			writePart(b, inner)
		}
	default:
		_ = syntax.NewPrinter().Print(b, part)
	}
}

// programVersion is a version in a program's name: python3.12, pip3.
var programVersion = lazy.Regexp(`^(python|pip|node|php|ruby|go)[0-9][0-9.]*$`)

// base returns a program's name without folder and version.
func base(program string) string {
	name := path.Base(program)
	if m := programVersion().FindStringSubmatch(name); m != nil {
		return m[1]
	}
	return name
}
