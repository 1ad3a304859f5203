package callgraph

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"strings"

	"stead/internal/sys/lazy"
)

// builtin are Go's own functions and types, which look like functions of the package.
var builtin = lazy.Names(
	"append cap clear close complex copy delete imag len make max min new panic print println real recover any bool byte error float32 float64 "+
		"int int8 int16 int32 int64 rune string uint uint8 uint16 uint32 uint64 uintptr", " ")

// parseGo takes a Go file apart. Of one with mistakes, what could be read counts.
func parseGo(f *file) {
	f.language, f.tool = language, "go/parser"
	files := token.NewFileSet()
	tree, _ := parser.ParseFile(files, "", f.content, parser.SkipObjectResolution)
	if tree == nil {
		return
	}
	for _, declared := range tree.Decls {
		fn, ok := declared.(*ast.FuncDecl)
		if !ok || fn.Name == nil {
			continue
		}
		one := Function{Name: fn.Name.Name, Kind: "function", Language: language, Signature: signature(files, fn.Type),
			Start: files.Position(fn.Pos()).Line, End: files.Position(fn.End()).Line}
		if fn.Recv != nil && len(fn.Recv.List) > 0 {
			one.Kind, one.Scope = "method", receiver(fn.Recv.List[0].Type)
		}
		f.functions = append(f.functions, one)
		f.callsIn(files, fn)
	}
}

// signature returns parameters and results as they are written.
func signature(files *token.FileSet, of *ast.FuncType) string {
	var b bytes.Buffer
	if printer.Fprint(&b, files, of) != nil {
		return ""
	}
	return strings.Join(strings.Fields(strings.TrimPrefix(b.String(), "func")), " ")
}

// receiver returns the name of a method's type.
func receiver(of ast.Expr) string {
	for {
		switch t := of.(type) {
		case *ast.StarExpr:
			of = t.X
		case *ast.ParenExpr:
			of = t.X
		case *ast.IndexExpr:
			of = t.X
		case *ast.IndexListExpr:
			of = t.X
		case *ast.Ident:
			return t.Name
		default:
			return ""
		}
	}
}

// callsIn adds the calls of the file's last function. A bare name is one of the package, one behind a dot a method or
// another package's.
func (f *file) callsIn(files *token.FileSet, fn *ast.FuncDecl) {
	if fn.Body == nil {
		return
	}
	ast.Inspect(fn.Body, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		c := Call{Caller: len(f.functions) - 1, Line: files.Position(call.Lparen).Line}
		switch callee := generic(call.Fun).(type) {
		case *ast.Ident:
			c.Name, c.Confidence = callee.Name, 0.9
		case *ast.SelectorExpr:
			c.Name, c.Confidence = callee.Sel.Name, 0.6
		}
		if c.Name != "" && !(c.Confidence == 0.9 && builtin(c.Name)) {
			f.calls = append(f.calls, c)
		}
		return true
	})
}

// generic returns a function without its type arguments.
func generic(e ast.Expr) ast.Expr {
	switch t := e.(type) {
	case *ast.IndexExpr:
		return t.X
	case *ast.IndexListExpr:
		return t.X
	}
	return e
}
