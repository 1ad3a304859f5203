package callgraph

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"stead/internal/sys/lazy"
)

// timeout is how long ctags may take for a batch of files.
const timeout = 30 * time.Second

// forCtags are the extensions of files that ctags reads: code, and not data.
var forCtags = lazy.Names(
	".py .js .mjs .cjs .jsx .ts .tsx .java .c .h .cc .cpp .cxx .hpp .hh .cs .rb .php .rs .sh .bash .lua .pl .pm .kt .scala .r .jl .ex .exs .ml .hs .el .vim", " ")

// functionKinds are what ctags calls functions, whatever the language.
var functionKinds = []string{"function", "method", "member", "func", "procedure", "subroutine", "sub", "constructor",
	"singletonMethod", "generator", "macro", "def"}

// findCtags returns the program, or why it cannot be used: Exuberant Ctags and builds without JSON go by the same name.
func findCtags(ctx context.Context) (program, problem string) {
	program, err := exec.LookPath("ctags")
	if err != nil {
		return "", "Universal Ctags is not installed"
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	features, err := exec.CommandContext(ctx, program, "--options=NONE", "--list-features").Output()
	for line := range strings.Lines(string(features)) {
		if name, _, _ := strings.Cut(line, " "); err == nil && name == "json" {
			return program, ""
		}
	}
	return "", program + " is not Universal Ctags with JSON"
}

// tag is a line that ctags writes.
type tag struct {
	Type      string `json:"_type"`
	Name      string `json:"name"`
	Path      string `json:"path"`
	Language  string `json:"language"`
	Line      int    `json:"line"`
	End       int    `json:"end"`
	Kind      string `json:"kind"`
	Scope     string `json:"scope"`
	Signature string `json:"signature"`
}

// runCtags takes files apart. They are copied into a folder of their own: ctags would follow whatever lies at their
// paths by now. One that hangs or fails finds nothing; only the end of the context is an error.
func runCtags(ctx context.Context, program string, files []*file) error {
	if program == "" || len(files) == 0 {
		return nil
	}
	folder, err := os.MkdirTemp("", "stead-ctags-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	names := make([]string, len(files))
	for i, f := range files {
		f.tool = "ctags"
		names[i] = fmt.Sprintf("%d%s", i, filepath.Ext(f.path))
		if err := os.WriteFile(filepath.Join(folder, names[i]), f.content, 0o600); err != nil {
			return err
		}
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	command := exec.CommandContext(ctx, program, "--options=NONE", "--output-format=json", "--fields=+neKSZl",
		"--sort=no", "-L", "-")
	command.Dir, command.Stdin, command.WaitDelay = folder, strings.NewReader(strings.Join(names, "\n")), time.Second
	out, _ := command.Output()
	if errors.Is(ctx.Err(), context.Canceled) {
		return ctx.Err()
	}
	for line := range bytes.Lines(out) {
		var t tag
		if json.Unmarshal(line, &t) != nil || t.Type != "tag" || !slices.Contains(functionKinds, t.Kind) {
			continue
		}
		if at := slices.Index(names, t.Path); at >= 0 && t.Line > 0 {
			files[at].language = t.Language
			files[at].functions = append(files[at].functions, Function{Name: t.Name, Kind: t.Kind, Scope: t.Scope,
				Language:  t.Language,
				Signature: t.Signature, Start: t.Line, End: t.End})
		}
	}
	for _, f := range files {
		f.guessCalls()
	}
	return nil
}

var beforeParenthesis = lazy.Regexp(`([A-Za-z_]\w*)\s*\(`)

// noCalls are words that stand before a parenthesis without being called, in any of the languages.
var noCalls = lazy.Names(
	"if for while switch catch return function func def fn sizeof typeof foreach elif and or not in with match when assert print new await yield super lambda except", " ")

// guessCalls takes every name before a parenthesis in a function's lines for a call.
func (f *file) guessCalls() {
	lines := strings.Split(string(f.content), "\n")
	for i, fn := range f.functions {
		for at := fn.Start; at <= min(fn.End, len(lines)); at++ {
			for _, match := range beforeParenthesis().FindAllStringSubmatch(lines[at-1], -1) {
				if isOwn := at == fn.Start && match[1] == fn.Name; !isOwn && !noCalls(match[1]) {
					f.calls = append(f.calls, Call{Caller: i, Name: match[1], Line: at, Confidence: 0.3})
				}
			}
		}
	}
}
