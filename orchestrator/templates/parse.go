package templates

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"text/template"

	"stead/internal/sys/regular"
)

// fenceLine begins and ends front matter.
const fenceLine = "---"

// Parse reads a template of the user's own. File is the name in errors. Errors are of type [Error].
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
		return Template{}, &Error{File: path, Problem: "it is not text of a template's size"}
	}
	content, err := regular.ReadFile(path)
	if err != nil {
		return Template{}, err
	}
	return Parse(strings.TrimSuffix(filepath.Base(path), Extension), path, content)
}

// parse parses the content.
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
			Remedy: "the body is a Go text/template: {{.name}}, {{if .name}}...{{end}}"}
	}
	return t.checkFields(file)
}

// split returns the front matter and the body. Each has empty lines in place of the other, so that their line numbers
// are those of the file.
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
