package kimicli

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"stead/internal/adapt/jsonl"
	"stead/internal/sys/atomicfile"
	"stead/internal/sys/regular"
	"stead/timeline"
)

// local is the CLI's name for the machine on which it runs.
const local = "local"

func workDirsPath(root string) string { return filepath.Join(root, "kimi.json") }

// WorkDirs returns the working folders that the CLI knows, by the names of their buckets. A session's folder cannot be
// determined without them.
func WorkDirs(root string) (map[string]string, error) {
	known := map[string]string{}
	content, err := readWorkDirs(root)
	for entry := range jsonl.Elements(content.Get("work_dirs")) {
		path, host := entry.Get("path").String(), entry.Get("kaos").String()
		bucket := Bucket(path)
		if host != "" && host != local {
			bucket = host + "_" + bucket
		}
		known[bucket] = path
	}
	return known, err
}

// readWorkDirs returns the content of the file that lists the working folders, or nil if the file does not exist.
func readWorkDirs(root string) (jsonl.Value, error) {
	content, err := regular.ReadFile(workDirsPath(root))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if !json.Valid(content) || !jsonl.Value(content).IsObject() {
		return nil, fmt.Errorf("%s is not a JSON object: Kimi CLI itself cannot start with it; correct the file",
			workDirsPath(root))
	}
	return content, nil
}

// AddWorkDir registers a working folder with the CLI. The CLI must know the folder before it looks for a session there:
// if it does not, it treats every session there as new and deletes the existing context (1.51.0). The rest of the file
// stays unchanged. Undo removes the folder again, and nothing else.
func AddWorkDir(root, dir string) (undo func() error, err error) {
	content, err := readWorkDirs(root)
	if err != nil {
		return nil, err
	}
	if isListed(content, dir) {
		return func() error { return nil }, nil
	}
	made := content == nil
	if made {
		content = []byte(`{"work_dirs":[]}`)
		if err := os.MkdirAll(root, 0o700); err != nil {
			return nil, err
		}
	}
	if err := writeWorkDirs(root, withEntry(content, dir)); err != nil {
		return nil, err
	}
	return func() error { return removeWorkDir(root, dir, made) }, nil
}

func isListed(content jsonl.Value, dir string) bool {
	for entry := range jsonl.Elements(content.Get("work_dirs")) {
		host := entry.Get("kaos")
		if entry.Get("path").String() == dir && (host.IsNull() || host.Is(local)) {
			return true
		}
	}
	return false
}

// withEntry returns the file's content with a folder added.
func withEntry(content jsonl.Value, dir string) []byte {
	o := timeline.NewObject(nil)
	o.String("path", dir)
	o.String("kaos", local)
	o.Raw("last_session_id", []byte("null"))
	entry := o.End()
	list := content.Get("work_dirs")
	if !list.IsArray() {
		at := bytes.IndexByte(content, '{') + 1
		added := slices.Concat([]byte(`"work_dirs":[`), entry, []byte("]"))
		if !bytes.HasPrefix(bytes.TrimSpace(content[at:]), []byte("}")) {
			added = append(added, ',')
		}
		return slices.Insert(slices.Clone([]byte(content)), at, added...)
	}
	end := cap(content) - cap(list) + len(list) - 1 // the closing bracket: a value shares the content's memory
	last := len(bytes.TrimRight(content[:end], " \t\r\n"))
	if content[last-1] != '[' {
		entry = append([]byte(","), entry...)
	}
	return slices.Insert(slices.Clone([]byte(content)), last, entry...)
}

// removeWorkDir removes a folder that was added, unless the CLI has used it since.
func removeWorkDir(root, dir string, made bool) error {
	content, err := readWorkDirs(root)
	if err != nil || content == nil {
		return err
	}
	kept, found := withoutEntry(content, dir)
	switch {
	case !found:
		return nil
	case made && string(kept) == `{"work_dirs":[]}`:
		return os.Remove(workDirsPath(root))
	}
	return writeWorkDirs(root, kept)
}

func withoutEntry(content jsonl.Value, dir string) ([]byte, bool) {
	for entry := range jsonl.Elements(content.Get("work_dirs")) {
		if entry.Get("path").String() != dir || !entry.Get("kaos").Is(local) || !entry.Get("last_session_id").IsNull() {
			continue
		}
		from := cap(content) - cap(entry)
		before, after := []byte(content[:from]), []byte(content[from+len(entry):])
		if trimmed := bytes.TrimRight(before, " \t\r\n"); bytes.HasSuffix(trimmed, []byte(",")) {
			before = trimmed[:len(trimmed)-1]
		} else if rest, ok := bytes.CutPrefix(bytes.TrimLeft(after, " \t\r\n"), []byte(",")); ok {
			after = bytes.TrimLeft(rest, " \t\r\n")
		}
		return slices.Concat(before, after), true
	}
	return content, false
}

func writeWorkDirs(root string, content []byte) error {
	return atomicfile.Update(workDirsPath(root), content)
}

// RemoveUnusedWorkDir removes a working folder that was added for a deleted session, unless other sessions are there.
func RemoveUnusedWorkDir(root, dir string) error {
	sessions, err := os.ReadDir(filepath.Join(SessionsFolder(root), Bucket(dir)))
	if err == nil && len(sessions) > 0 {
		return nil
	}
	return removeWorkDir(root, dir, true)
}
