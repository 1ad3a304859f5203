package templates

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"stead/internal/sys/dirs"
	"stead/internal/sys/process"
	"stead/internal/term/plain"
)

// Bounds of inputs: how long a command may take, how much of its output is kept, and how large a file may be.
const (
	commandTime   = time.Minute
	longestOutput = 256 << 10
	longestFile   = 1 << 20
)

// reader fills the inputs of a template from files and commands.
type reader struct {
	template Template
	host     Host
	// given are the values that the user gave. A path among them may be read, wherever it is.
	given map[string]string
}

// fill adds the content of the inputs to the values.
func (r reader) fill(ctx context.Context, values map[string]any) error {
	if err := r.template.Trusted(ctx, r.host); err != nil {
		return err
	}
	environ := r.environ(values)
	for _, input := range r.template.Inputs {
		text, err := r.read(ctx, input, environ)
		if isFatal := !input.Optional || ctx.Err() != nil; err != nil && isFatal {
			return fmt.Errorf("input %s of template %s: %w", input.Name, r.template.Name, err)
		}
		values[input.Name] = text
	}
	return nil
}

// Trusted asks the host whether the commands of a project's template may run, if it has any. Errors: ErrUntrusted, and
// those of the host.
func (t Template) Trusted(ctx context.Context, h Host) error {
	switch {
	case h.Preview || t.Origin != Project || len(t.Commands()) == 0:
		return nil
	case h.Trust == nil:
		return fmt.Errorf("%w: template %s of this project runs commands: %s", ErrUntrusted, t.Name,
			strings.Join(t.Commands(), "; "))
	}
	return h.Trust(ctx, t)
}

func (r reader) read(ctx context.Context, input Input, environ []string) (string, error) {
	switch {
	case input.Command == "":
		return r.file(input.File)
	case r.host.Preview:
		return "(output of: " + input.Command + ")", nil
	}
	return r.output(ctx, input, environ)
}

// output runs a command and returns its output.
func (r reader) output(ctx context.Context, input Input, environ []string) (string, error) {
	result, err := process.Run(ctx, process.Command{
		Dir: r.host.Dir, Env: environ, Line: input.Command, Timeout: cmp.Or(input.Timeout, commandTime), Keep: longestOutput,
	})
	if err != nil {
		return "", fmt.Errorf("%s: %w", input.Command, err)
	}
	text := strings.Trim(strings.ToValidUTF8(result.Output, ""), "\n")
	if result.ExitCode != 0 {
		last := text[strings.LastIndexByte(text, '\n')+1:]
		return "", fmt.Errorf("%s: exit code %d: %s", input.Command, result.ExitCode, plain.Fit(plain.Line(last), 200))
	}
	if result.Truncated {
		text = fmt.Sprintf("(only the last %d kB of the output)\n", longestOutput>>10) + text
	}
	return text, nil
}

// environ returns the environment of the commands. It contains the variables, so that no value becomes a part of a
// command line.
func (r reader) environ(values map[string]any) []string {
	environ := slices.Clone(r.host.Environ)
	for _, v := range r.template.Variables {
		environ = append(environ, "STEAD_VAR_"+v.Name+"="+strings.ReplaceAll(fmt.Sprint(values[v.Name]), "\x00", ""))
	}
	return environ
}

// file reads a file. A project's template can read only files in the project, with links followed, and files that the
// user has named. Otherwise it could put a key into a prompt.
func (r reader) file(path string) (string, error) {
	full := dirs.ExpandTilde(path, r.home())
	if !filepath.IsAbs(full) {
		full = filepath.Join(r.host.Dir, full)
	}
	open := os.Open
	if r.template.Origin == Project && !r.named(path) {
		open = r.inProject
	}
	content, err := readWhole(full, open)
	if errors.Is(err, fs.ErrNotExist) {
		err = fmt.Errorf("there is no file %s", path)
	}
	return strings.Trim(content, "\n"), err
}

func (r reader) home() string {
	for _, variable := range slices.Backward(r.host.Environ) {
		if home, ok := strings.CutPrefix(variable, "HOME="); ok {
			return home
		}
	}
	return ""
}

// named reports whether the user has given the path as a value, or as a line of one.
func (r reader) named(path string) bool {
	for _, value := range r.given {
		if value == path || slices.Contains(lines(value), path) {
			return true
		}
	}
	return false
}

func (r reader) inProject(full string) (*os.File, error) {
	inside, err := filepath.Rel(r.template.root, full)
	if err == nil {
		var opened *os.File
		if opened, err = os.OpenInRoot(r.template.root, inside); err == nil || errors.Is(err, fs.ErrNotExist) {
			return opened, err
		}
	}
	return nil, fmt.Errorf("%w: a template of this project may read only files of the project, and %s is not one (%w)",
		ErrUntrusted, full, err)
}

// readWhole reads a file that is small enough for a prompt.
func readWhole(path string, open func(string) (*os.File, error)) (string, error) {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() { // reading a pipe would block
		return "", fmt.Errorf("%s is not a file", path)
	}
	opened, err := open(path)
	if err != nil {
		return "", err
	}
	defer opened.Close()
	content, err := io.ReadAll(io.LimitReader(opened, longestFile+1))
	if len(content) > longestFile {
		return "", fmt.Errorf("%s is larger than %d MB, too large for a prompt", path, longestFile>>20)
	}
	return string(content), err
}
