package extract

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"stead/adapters/adapter"
	"stead/catalog/memory"
	"stead/catalog/memory/export"
	"stead/readers"
	"stead/timeline"
)

// given extracts the files that the user has named. They stay where they are. What is wrong with one is an error, and
// keeps no other from being extracted.
func (x *extraction) given(ctx context.Context) error {
	var failed error
	jobs, err := x.plan(ctx, x.report)
	if err != nil {
		return err
	}
	for _, path := range x.Files {
		before := len(x.report.Warnings)
		if err := x.export(ctx, path, jobs); err != nil {
			failed = errors.Join(failed, &FileError{path, fmt.Errorf("extract %w", err)})
		}
		if warnings := x.report.Warnings[before:]; len(warnings) > 0 {
			failed = errors.Join(failed, &FileError{path, errors.Join(warnings...)})
		}
		x.report.Warnings = x.report.Warnings[:before]
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	return failed
}

// FileError says that a file which the user has named cannot be extracted.
type FileError struct {
	Path string
	Err  error
}

// Error says what is wrong.
func (e *FileError) Error() string {
	if missing := (*fs.PathError)(nil); errors.As(e.Err, &missing) && missing.Path == e.Path {
		return fmt.Sprintf("extract %s: %v", e.Path, missing.Err)
	}
	return e.Err.Error()
}

// Unwrap returns what is wrong.
func (e *FileError) Unwrap() error { return e.Err }

// Is reports whether the file is missing, for adapter.ErrNotFound.
func (e *FileError) Is(target error) bool {
	return target == adapter.ErrNotFound && errors.Is(e.Err, fs.ErrNotExist)
}

// Hint says what to do.
func (e *FileError) Hint() string {
	switch {
	case errors.Is(e.Err, fs.ErrNotExist):
		return "check the path"
	case errors.Is(e.Err, export.ErrUnknown):
		return "give an export of a CLI (/export, /chat share, export), a session's file, or messages as JSON with role and content"
	}
	return ""
}

// waiting extracts the exports that wait, and moves them to the archive. Those that cannot be read stay, with a
// warning.
func (x *extraction) waiting(ctx context.Context, jobs []job) error {
	for _, r := range x.Readers {
		llm := r.Info().Name
		if x.LLM != "" && x.LLM != llm {
			continue
		}
		for _, path := range x.pendingFiles(llm) {
			before, warned := readers.LookAt(path), len(x.report.Warnings)
			if err := x.export(ctx, path, jobs); err != nil {
				if isFatal(ctx, err) {
					return err
				}
				x.report.Warnings = append(x.report.Warnings, fmt.Errorf("an export stays where it is: %w", err))
			}
			if len(x.report.Warnings) > warned || x.DryRun || readers.LookAt(path) != before { // somebody still writes it
				continue
			}
			if err := archive(path, filepath.Join(x.archiveFolder(), llm)); err != nil {
				x.report.Warnings = append(x.report.Warnings, fmt.Errorf("move an export that was extracted to the archive: %w",
					err))
			}
		}
	}
	return nil
}

// isFatal reports whether nothing else can be extracted after an error.
func isFatal(ctx context.Context, err error) bool {
	full := (*FullError)(nil)
	return ctx.Err() != nil || errors.As(err, &full)
}

func (x *extraction) archiveFolder() string {
	if x.Archive != "" {
		return x.Archive
	}
	return filepath.Join(x.Folder, "archive")
}

// pendingFiles returns the exports of a CLI that wait: in the folder that is set, and in ADR-020's.
func (x *extraction) pendingFiles(llm string) []string {
	folders := []string{export.PendingFolder(x.Host.Home, llm)}
	if own := x.Pending[llm]; own != "" && own != folders[0] {
		folders = append(folders, own)
	}
	var all []string
	for _, folder := range folders {
		entries, err := os.ReadDir(folder)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			x.report.Warnings = append(x.report.Warnings, fmt.Errorf("look for exports that wait: %w", err))
		}
		for _, entry := range entries {
			if entry.Type().IsRegular() && !strings.HasPrefix(entry.Name(), ".") {
				all = append(all, filepath.Join(folder, entry.Name()))
			}
		}
	}
	return all
}

// export extracts one export.
func (x *extraction) export(ctx context.Context, path string, jobs []job) error {
	source, err := export.Detect(path, x.Readers)
	if err != nil {
		return err
	}
	folder, err := os.MkdirTemp("", "stead-export-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	if source.IsPoor {
		has, err := x.hasSession(ctx, source, folder, jobs)
		if err != nil {
			return err
		}
		if has {
			x.report.of(source.LLM).Unchanged++
			return nil
		}
	}
	file := readers.LookAt(path)
	return x.wave(ctx, []job{{
		identity: identity{source.LLM, filepath.Base(path)}, kind: memory.FromExport,
		summary: timeline.Summary{CLI: source.LLM, Path: path, Bytes: file.Size},
		open:    func(ctx context.Context) (timeline.Stream, error) { return source.Open(ctx, folder) },
	}})
}

// hasSession reports whether a session is there of which a poor export is: one with the same first prompt.
func (x *extraction) hasSession(ctx context.Context, source export.Source, folder string, jobs []job) (bool, error) {
	stream, err := source.Open(ctx, folder)
	if err != nil {
		return false, err
	}
	prompt, err := firstPrompt(ctx, stream)
	if err != nil || prompt == "" {
		return false, err
	}
	known, ok := x.prompts[source.LLM]
	if !ok {
		known = map[string]bool{}
		for _, j := range slices.DeleteFunc(slices.Clone(jobs), func(j job) bool { return j.llm != source.LLM }) {
			if stream, err := j.open(ctx); err == nil {
				if one, err := firstPrompt(ctx, stream); err == nil {
					known[one] = true
				}
			}
			if ctx.Err() != nil {
				return false, ctx.Err()
			}
		}
		x.prompts = map[string]map[string]bool{source.LLM: known}
	}
	return known[prompt], nil
}

// errFound ends the search for the first prompt.
var errFound = errors.New("found")

// firstPrompt returns the first prompt of a session without its blanks, as an export may have wrapped it anywhere.
func firstPrompt(ctx context.Context, s timeline.Stream) (prompt string, err error) {
	err = s.Each(ctx, func(e *timeline.Entry) error {
		if !e.StartsTurn() {
			return nil
		}
		prompt = strings.Join(strings.Fields(e.Content.String()), "")
		return errFound
	})
	if errors.Is(err, errFound) {
		err = nil
	}
	return prompt, err
}
