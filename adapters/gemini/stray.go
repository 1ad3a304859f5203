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

// Stray is a file in a project's folder that holds no conversation. Each time the CLI resumes a session, it leaves one
// with the same id. At its next start, the CLI deletes these files, and with each of them every file whose name has the
// same ending. This includes the session itself if the CLI chose its name (0.61.0).
type Stray struct {
	Path string
	// Session is the id that the file names.
	Session string
	// Endangers are the files with a conversation that the CLI would delete with the stray, or whose sub-agents' sessions
	// it would delete.
	Endangers []string
}

// Strays returns the strays in a folder of sessions. It skips files that it cannot read.
func Strays(ctx context.Context, folder string) ([]Stray, error) {
	entries, err := readFolder(folder)
	if err != nil {
		return nil, err
	}
	var strays []Stray
	kept := map[string][]string{} // by the ending of the name, and by the session's id
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

// endangered returns the files that the CLI would harm when it deletes the stray. There are none if the stray's name
// does not have the ending of a native name.
func (s Stray) endangered(kept map[string][]string) []string {
	short := ShortID(s.Path)
	if short == "" {
		return nil
	}
	files := slices.Concat(kept[short], kept[s.Session])
	slices.Sort(files)
	return slices.Compact(files)
}

// holdsTalk reports whether the CLI would resume a file, which requires a line with a message that counts as
// conversation.
func holdsTalk(ctx context.Context, path string) (bool, error) {
	file, err := regular.Open(path)
	if err != nil {
		return false, err
	}
	defer file.Close()
	if filepath.Ext(path) == LegacyExtension {
		return true, nil // the CLI never leaves a stray in this form
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

// messageTalks applies the CLI's own rule: a message counts if it is the model's, or a user's that the CLI does not
// drop.
func messageTalks(message jsonl.Value) bool {
	if !message.Get("type").Is(User) {
		return message.Get("type").Is(Model)
	}
	content := message.Get("content")
	return len(content) > 4 && !strings.Contains(string(content[:min(len(content), 64)]), preambles[0])
}

// disarmed ends the name of a stray that stead made harmless. The CLI takes the last part of a name as the beginning of
// an id only if it has eight characters. Otherwise it deletes the file alone.
const disarmed = "-stray"

// Disarm renames a stray so that the CLI deletes only the stray.
func (s Stray) Disarm() error {
	base := strings.TrimSuffix(s.Path, filepath.Ext(s.Path)) + disarmed
	target := base + Extension
	if _, err := os.Lstat(target); err == nil {
		return os.Remove(s.Path) // a stray of the same minute is already disarmed and holds the same
	}
	err := os.Rename(s.Path, target)
	if errors.Is(err, fs.ErrNotExist) {
		return nil // the CLI was faster
	}
	return err
}
