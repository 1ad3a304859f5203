package gemini

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"stead/internal/adapt/jsonl"
	"stead/internal/sys/regular"
)

// Stray is a file in a project's folder that holds no conversation. Each time the CLI resumes a session it leaves one
// with the same id. At its next start it deletes such files, and with each every file whose name has the same end: the
// session itself, where that has a name of the CLI's own (0.61.0).
type Stray struct {
	Path string
	// Session is the id that the file names.
	Session string
	// Endangers are the files with a conversation that would be deleted with it, or lose the sessions of its sub-agents.
	Endangers []string
}

// Strays returns the strays in a folder of sessions. A file that cannot be read is none.
func Strays(ctx context.Context, folder string) ([]Stray, error) {
	entries, err := readFolder(folder)
	if err != nil {
		return nil, err
	}
	var strays []Stray
	kept := map[string][]string{} // by the end of the name, and by the session's id
	for _, entry := range entries {
		path := filepath.Join(folder, entry.Name())
		if !regular.IsEntry(entry) || !IsSession(entry.Name()) {
			continue
		}
		held, err := holdsTalk(ctx, path)
		if err != nil {
			continue
		}
		id, _ := SessionID(path)
		if !held {
			strays = append(strays, Stray{Path: path, Session: id})
			continue
		}
		kept[id] = append(kept[id], path)
		if short := ShortID(path); short != "" {
			kept[short] = append(kept[short], path)
		}
	}
	for i := range strays {
		strays[i].Endangers = strays[i].endangered(kept)
	}
	return strays, nil
}

// endangered returns the files that the CLI would harm when it deletes the stray. One without the end of a native name
// dies alone.
func (s Stray) endangered(kept map[string][]string) []string {
	short := ShortID(s.Path)
	if short == "" {
		return nil
	}
	files := slices.Concat(kept[short], kept[s.Session])
	slices.Sort(files)
	return slices.Compact(files)
}

// holdsTalk reports whether the CLI would resume a file: whether a line of it holds what somebody wrote, or a call.
func holdsTalk(ctx context.Context, path string) (bool, error) {
	file, err := regular.Open(path)
	if err != nil {
		return false, err
	}
	defer file.Close()
	if filepath.Ext(path) == LegacyExtension {
		return true, nil // the CLI never leaves one in this form
	}
	for line, err := range jsonl.Lines(ctx, file) {
		if err != nil {
			return false, err
		}
		clean, _, ok := jsonl.Clean(line.Bytes)
		if ok && lineTalks(Peek(clean)) {
			return true, nil
		}
	}
	return false, nil
}

func lineTalks(l Line) bool {
	if l.Kind == Message {
		return messageTalks(l.Value)
	}
	for message := range jsonl.Elements(l.Messages) {
		if messageTalks(message) {
			return true
		}
	}
	return false
}

// messageTalks follows the CLI's own rule: any message of the model, and a user's that is not dropped.
func messageTalks(message jsonl.Value) bool {
	if !message.Get("type").Is(User) {
		return message.Get("type").Is(Model)
	}
	content := message.Get("content")
	return len(content) > 4 && !strings.Contains(string(content[:min(len(content), 64)]), preambles[0])
}

// disarmed ends the name of a stray that was made harmless. The CLI takes the last part of a name for the beginning of
// an id only where that has eight characters, and then deletes the file alone.
const disarmed = "-stray"

// Disarm gives a stray another name, such that the CLI deletes it alone.
func (s Stray) Disarm() error {
	base := strings.TrimSuffix(s.Path, filepath.Ext(s.Path)) + disarmed
	target := base + Extension
	if _, err := os.Lstat(target); err == nil {
		return os.Remove(s.Path) // one of the same minute was disarmed already: it says the same
	}
	err := os.Rename(s.Path, target)
	if errors.Is(err, fs.ErrNotExist) {
		return nil // the CLI was faster
	}
	return err
}
