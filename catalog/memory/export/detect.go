package export

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"stead/adapters/adapter"
	"stead/internal/sys/regular"
	"stead/readers"
	"stead/timeline"
)

// headSize is how much of a file is looked at.
const headSize = 64 << 10

// ErrUnknown says that a file is in no form that stead knows.
var ErrUnknown = errors.New("no export that stead knows")

// Source is an export, or the sessions in it.
type Source struct {
	// LLM is the CLI, by its name. Form is what the file is, for messages.
	LLM, Form string
	// IsPoor is as in [readers.Export].
	IsPoor bool
	// Open opens it. Folder is as in [readers.Export].
	Open func(ctx context.Context, folder string) (timeline.Stream, error)
}

// Detect finds out what a file is. Errors: ErrUnknown, adapter.ErrEmpty, and those of the file system.
func Detect(path string, all []readers.Reader) (Source, error) {
	head, err := readHead(path)
	if err != nil {
		return Source{}, err
	}
	hint := hintOf(path)
	ordered := hintedFirst(all, hint)
	for _, r := range ordered {
		if s, ok := asExport(path, head, r); ok {
			return s, nil
		}
		if r.Info().Name == hint && r.Detect(head) {
			return asSession(path, r), nil
		}
	}
	for _, r := range ordered {
		if r.Detect(head) {
			return asSession(path, r), nil
		}
	}
	if isMessages(head) {
		llm := hint
		if llm == "" {
			llm = markedLLM(string(head))
		}
		if llm != "" {
			return Source{LLM: llm, Form: "messages of " + llm, Open: func(ctx context.Context, _ string) (timeline.Stream,
				error) {
				return openMessages(ctx, path, llm)
			}}, nil
		}
	}
	return Source{}, fmt.Errorf("%s: %w", path, ErrUnknown)
}

func readHead(path string) ([]byte, error) {
	file, err := regular.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	head, err := io.ReadAll(io.LimitReader(file, headSize))
	if err == nil && len(head) == 0 {
		err = fmt.Errorf("%s: %w", path, adapter.ErrEmpty)
	}
	return head, err
}

func asExport(path string, head []byte, r readers.Reader) (Source, bool) {
	exporter, ok := r.(readers.Exporter)
	if !ok {
		return Source{}, false
	}
	for _, form := range exporter.Exports() {
		if form.Detect(head) {
			return Source{LLM: r.Info().Name, Form: form.Name, IsPoor: form.IsPoor,
				Open: func(ctx context.Context, folder string) (timeline.Stream, error) {
					return form.Open(ctx, path, folder)
				}}, true
		}
	}
	return Source{}, false
}

func asSession(path string, r readers.Reader) Source {
	return Source{LLM: r.Info().Name, Form: "session of " + r.Info().Title,
		Open: func(ctx context.Context, _ string) (timeline.Stream, error) {
			return r.Open(ctx, adapter.Location{Path: path})
		}}
}

// pendingPrefix begins the names of ADR-020's folders.
const pendingPrefix = "sessions-export-pending-"

// vendors are the names in ADR-020's folders that are no CLI's.
var vendors = map[string]string{"claude": "anthropic"}

// PendingFolder returns the folder of ADR-020 in which exports of a CLI wait.
func PendingFolder(home, llm string) string {
	name := llm
	if vendor := vendors[llm]; vendor != "" {
		name = vendor
	}
	return filepath.Join(home, "PROJECTS", ".coditect-data", pendingPrefix+name)
}

// hintOf returns the CLI that a path names: by its home, such as /.claude/, or by ADR-020's folder. It is empty where
// the path names none.
func hintOf(path string) string {
	for _, part := range strings.Split(filepath.ToSlash(filepath.Dir(path)), "/") {
		if name, ok := strings.CutPrefix(part, pendingPrefix); ok {
			for llm, vendor := range vendors {
				if name == vendor {
					return llm
				}
			}
			return name
		}
		if name, ok := strings.CutPrefix(part, "."); ok && homes[name] {
			return name
		}
	}
	return ""
}

// homes are the CLIs whose homes ADR-020 names.
var homes = map[string]bool{"claude": true, "codex": true, "gemini": true, "kimi": true}

// hintedFirst returns the readers with the one of that name first.
func hintedFirst(all []readers.Reader, name string) []readers.Reader {
	var first, others []readers.Reader
	for _, r := range all {
		if r.Info().Name == name {
			first = append(first, r)
		} else {
			others = append(others, r)
		}
	}
	return append(first, others...)
}
