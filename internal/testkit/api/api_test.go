package api

import (
	"bytes"
	"fmt"
	"go/importer"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// public are the packages that others may build on (ARCHITECTURE.md).
var public = []string{
	"stead/adapters", "stead/adapters/adapter", "stead/catalog/...", "stead/forks/...", "stead/inject/...",
	"stead/readers/...", "stead/runs/...", "stead/timeline/...",
	"stead/writers/...", "stead/inject/signals/...",
}

// own begins the paths of packages below those that are the program's own.
var own = []string{"stead/catalog/memory", "stead/catalog/prices", "stead/runs/notify", "stead/runs/socket"}

// hidden begins the paths of packages that nobody outside can import.
const hidden = "stead/internal/"

func TestPublicPackagesShowNoInternalType(t *testing.T) {
	load := compiled(t)
	for _, path := range listed(t, "{{.ImportPath}}") {
		if slices.ContainsFunc(own, func(folder string) bool {
			return path == folder ||
				strings.HasPrefix(path, folder+"/")
		}) {
			continue
		}
		p, err := load.Import(path)
		if err != nil {
			t.Fatal(err)
		}
		s := shown{}
		for _, name := range p.Scope().Names() {
			if o := p.Scope().Lookup(name); o.Exported() {
				s.object(path+"."+name, o)
			}
		}
		for where, what := range s {
			t.Errorf("%s shows %s, which nobody outside can name", where, what)
		}
	}
}

// listed has the go command list the public packages.
func listed(t *testing.T, format string, flags ...string) []string {
	t.Helper()
	list := exec.Command("go", append(append([]string{"list", "-f", format}, flags...), public...)...)
	list.Stderr = os.Stderr
	output, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.Fields(string(output))
}

// compiled returns what imports packages from the build cache, which takes no time for what is built already.
func compiled(t *testing.T) types.Importer {
	t.Helper()
	files := map[string]string{}
	for _, one := range listed(t, "{{if .Export}}{{.ImportPath}}={{.Export}}{{end}}", "-deps", "-export") {
		path, file, _ := strings.Cut(one, "=")
		files[path] = file
	}
	return importer.ForCompiler(token.NewFileSet(), "gc", func(path string) (io.ReadCloser, error) {
		content, err := os.ReadFile(files[path])
		if err != nil {
			return nil, fmt.Errorf("the build cache lacks %s: %w", path, err)
		}
		return io.NopCloser(bytes.NewReader(content)), nil
	})
}

// shown are the internal types that a package shows, by where.
type shown map[string]string

func (s shown) object(where string, o types.Object) {
	s.walk(where, o.Type())
	named, ok := types.Unalias(o.Type()).(*types.Named)
	if _, isType := o.(*types.TypeName); !isType || !ok {
		return
	}
	s.walk(where, named.Underlying())
	methods := types.NewMethodSet(types.NewPointer(named))
	for i := range methods.Len() {
		if m := methods.At(i).Obj(); m.Exported() {
			s.walk(where+"."+m.Name(), m.Type())
		}
	}
}

// walk goes through all that a type is made of. Named types end the way: a public package shows for itself what they
// are made of.
func (s shown) walk(where string, t types.Type) {
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		if p := t.Obj().Pkg(); p != nil && strings.HasPrefix(p.Path(), hidden) {
			s[where] = p.Path() + "." + t.Obj().Name()
		}
		for i := range t.TypeArgs().Len() {
			s.walk(where, t.TypeArgs().At(i))
		}
	case *types.Map:
		s.walk(where, t.Key())
		s.walk(where, t.Elem())
	case interface{ Elem() types.Type }: // pointers, slices, arrays, channels
		s.walk(where, t.Elem())
	case *types.Signature:
		for v := range t.Params().Variables() {
			s.walk(where, v.Type())
		}
		for v := range t.Results().Variables() {
			s.walk(where, v.Type())
		}
	case *types.Struct:
		for f := range t.Fields() {
			if f.Exported() {
				s.walk(where+"."+f.Name(), f.Type())
			}
		}
	case *types.Interface:
		for m := range t.Methods() {
			s.walk(where+"."+m.Name(), m.Type())
		}
	}
}
