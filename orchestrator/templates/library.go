package templates

import (
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"stead/internal/sys/dirs"
	"stead/internal/sys/lazy"
	"stead/internal/term/plain"
)

// Extension is the extension of a template's file.
const Extension = ".md"

//go:embed shipped/*.md
var shipped embed.FS

// shippedFolder is the folder of the templates in shipped.
const shippedFolder = "shipped"

// Library holds the folders to search for templates. A folder may be missing.
type Library struct {
	// Project is the folder of the project's templates, as [ProjectFolder] finds it, and User that of the user's own.
	// Empty for none.
	Project, User string
}

// projectFolder is the folder of a project's templates.
var projectFolder = filepath.Join(".stead", "templates")

// ProjectFolder returns the folder of a project's templates: the first one found from a folder upwards to the root of
// its repository. If there is none, it returns where one would be, in the root. Outside a repository, only the folder
// itself counts, because its parents may belong to anyone, as in /tmp.
func ProjectFolder(dir string) (folder string, exists bool) {
	root := rootOf(dir)
	for at := dir; ; at = filepath.Dir(at) {
		folder = filepath.Join(at, projectFolder)
		if info, err := os.Stat(folder); err == nil && info.IsDir() {
			return folder, true
		}
		if at == root {
			return folder, false
		}
	}
}

// rootOf returns the root of the repository that contains a folder, or the folder itself if none does.
func rootOf(dir string) string {
	for at := dir; ; at = filepath.Dir(at) {
		if dirs.IsRepository(at) {
			return at
		}
		if at == filepath.Dir(at) {
			return dir
		}
	}
}

// goodName matches a template's name: it is the name of a file, and one word on the command line.
var goodName = lazy.Regexp(`^[\pL\pN_][\pL\pN._-]*$`)

// CheckName returns an error if a text cannot be a template's name.
func CheckName(name string) error {
	if goodName().MatchString(name) {
		return nil
	}
	return valueError(fmt.Sprintf("%q cannot be a template's name: a name has only letters, digits and . _ -", name))
}

// Find returns the template with that name: the project's, else the user's, else the shipped one. Errors: ErrNotFound;
// an [Error] for a faulty template. A faulty template is not skipped, but returned as far as it was understood.
func (l Library) Find(name string) (Template, error) {
	for _, place := range l.places() {
		t, err := place.read(name)
		if !errors.Is(err, fs.ErrNotExist) {
			return t, err
		}
	}
	err := fmt.Errorf("template %q: %w", name, ErrNotFound)
	if meant, ok := plain.Nearest(name, l.Names()); ok {
		err = fmt.Errorf("%w: did you mean %s?", err, meant)
	}
	return Template{}, err
}

// Names returns the names of all templates, sorted.
func (l Library) Names() []string {
	var names []string
	for _, place := range l.places() {
		for _, name := range place.names() {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	slices.Sort(names)
	return names
}

// List returns every template that [Library.Find] would return, sorted by name, and the errors of the others.
func (l Library) List() ([]Template, []error) {
	var all []Template
	var wrong []error
	for _, name := range l.Names() {
		t, err := l.Find(name)
		if err != nil {
			wrong = append(wrong, err)
			continue
		}
		all = append(all, t)
	}
	return all, wrong
}

// place is one of the folders.
type place struct {
	origin Origin
	files  fs.FS
	// path is the folder's path. Empty for the folder inside the program.
	path string
}

func (l Library) places() []place {
	var places []place
	if l.Project != "" {
		places = append(places, place{Project, os.DirFS(l.Project), l.Project})
	}
	if l.User != "" {
		places = append(places, place{User, os.DirFS(l.User), l.User})
	}
	inside, err := fs.Sub(shipped, shippedFolder)
	if err != nil {
		panic(err) // the folder is in the program
	}
	return append(places, place{Shipped, inside, ""})
}

// longestTemplate is the size in bytes of the largest file that is read as a template.
const longestTemplate = 1 << 20

// read reads a template. The error is fs.ErrNotExist if there is none with that name.
func (p place) read(name string) (Template, error) {
	if !goodName().MatchString(name) {
		return Template{}, fs.ErrNotExist
	}
	file := name + Extension
	info, err := fs.Stat(p.files, file)
	if err != nil {
		return Template{}, err
	}
	t := Template{Name: name, Origin: p.origin}
	if p.path != "" {
		t.Path = filepath.Join(p.path, file)
	}
	if p.origin == Project {
		t.root = filepath.Dir(filepath.Dir(p.path))
	}
	if !info.Mode().IsRegular() || info.Size() > longestTemplate {
		return t, &Error{File: t.Path, Problem: "it is not text of a template's size"}
	}
	content, err := p.content(t, file)
	if err != nil {
		return t, fmt.Errorf("read template %s: %w", name, err)
	}
	t.Content = string(content)
	return t, t.parse()
}

// content reads a template's file. A file in a project may be a link to any place, so files outside the project are
// refused.
func (p place) content(t Template, file string) ([]byte, error) {
	if t.root == "" {
		return fs.ReadFile(p.files, file)
	}
	opened, err := os.OpenInRoot(t.root, filepath.Join(projectFolder, file))
	if err != nil {
		return nil, err
	}
	defer opened.Close()
	return io.ReadAll(io.LimitReader(opened, longestTemplate))
}

// names lists the templates of a folder. A folder that cannot be listed has none.
func (p place) names() []string {
	entries, _ := fs.ReadDir(p.files, ".")
	var names []string
	for _, entry := range entries {
		if name, ok := strings.CutSuffix(entry.Name(), Extension); ok && goodName().MatchString(name) {
			names = append(names, name)
		}
	}
	return names
}
