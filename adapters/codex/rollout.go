package codex

import (
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"path/filepath"
	"strings"
	"time"

	"stead/internal/sys/regular"
)

// The folders below the CLI's home that hold rollouts.
const (
	sessionsFolder = "sessions"
	archiveFolder  = "archived_sessions"
)

// Extensions of rollouts. A compressed one counts only where no plain one of the same name lies beside it.
const (
	Extension           = ".jsonl"
	CompressedExtension = ".jsonl.zst"
)

// idLength is the length of a UUID, the end of each rollout's name.
const idLength = 36

// Path returns where the CLI puts the rollout of a session that begins at the given time. Folder and name hold that
// time in its own location: the CLI uses local time there, and UTC inside the file.
func Path(root, id string, begin time.Time) string {
	name := "rollout-" + begin.Format("2006-01-02T15-04-05") + "-" + id + Extension
	return filepath.Join(Day(root, begin), name)
}

// Day is the folder in which the CLI makes the rollouts of a day.
func Day(root string, day time.Time) string {
	return filepath.Join(root, sessionsFolder, day.Format("2006"), day.Format("01"), day.Format("02"))
}

// RolloutName is what the name of a rollout tells.
type RolloutName struct {
	// Thread is the id of the session, Rollout that of the file: the same for the session's first file, another one for
	// each in which the CLI goes on after a rewind (0.169.0 and 0.171.0: rollout-<time>-<thread>_<rollout>.jsonl). Both
	// are empty for another file.
	Thread, Rollout string
}

// NameOf returns what the name of a file tells.
func NameOf(path string) RolloutName {
	name := filepath.Base(path)
	name, plain := strings.CutSuffix(name, Extension)
	if !plain {
		name = strings.TrimSuffix(name, CompressedExtension)
	}
	if !strings.HasPrefix(name, "rollout-") || len(name) < idLength {
		return RolloutName{}
	}
	id := name[len(name)-idLength:]
	if !IsID(id) {
		return RolloutName{}
	}
	if before, isLater := strings.CutSuffix(name, "_"+id); isLater && len(before) > idLength {
		if thread := before[len(before)-idLength:]; IsID(thread) {
			return RolloutName{Thread: thread, Rollout: id}
		}
	}
	return RolloutName{Thread: id, Rollout: id}
}

// IsFirst reports whether the file is the one with which its session began.
func (n RolloutName) IsFirst() bool { return n.Thread == n.Rollout }

// SessionID returns the session's id as a rollout's file name tells it, or the empty string for another file.
func SessionID(path string) string { return NameOf(path).Thread }

// LaterPath returns where a further file of a session goes that begins at the given time.
func LaterPath(root, id, rollout string, begin time.Time) string {
	return Path(root, id+"_"+rollout, begin)
}

// Rollouts yields the paths of all rollouts in the store: archived ones too, and compressed ones even where their plain
// form lies beside them. What cannot be read is an error; the range goes on.
func Rollouts(root string) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		for _, folder := range []string{sessionsFolder, archiveFolder} {
			err := filepath.WalkDir(filepath.Join(root, folder), func(path string, entry fs.DirEntry, err error) error {
				if errors.Is(err, fs.ErrNotExist) {
					return nil // no such folder yet, or the CLI moved the file meanwhile
				}
				if (err != nil || isRollout(path, entry)) && !yield(path, err) {
					return fs.SkipAll
				}
				return nil
			})
			if err != nil && !yield(root, err) {
				return
			}
		}
	}
}

// isRollout tells by the name, and by the kind of the entry: opening a pipe would wait for its writer.
func isRollout(path string, entry fs.DirEntry) bool {
	return regular.IsEntry(entry) && SessionID(path) != ""
}

// Find returns the path of a session's rollout in the store: the first one where there are several, the plain one where
// there are two. The error wraps fs.ErrNotExist when there is none.
func Find(root, id string) (string, error) {
	return find(root, id, func(n RolloutName) bool { return n.Thread == id })
}

// FindRollout returns the path of the rollout of an id of its own, as [Find] does.
func FindRollout(root, id string) (string, error) {
	return find(root, id, func(n RolloutName) bool { return n.Rollout == id })
}

func find(root, id string, isWanted func(RolloutName) bool) (string, error) {
	found := ""
	for path, err := range Rollouts(root) {
		if err != nil || !isWanted(NameOf(path)) {
			continue
		}
		if found == "" || isBefore(path, found) {
			found = path
		}
	}
	if found == "" {
		return "", fmt.Errorf("no rollout of session %s below %s: %w", id, root, fs.ErrNotExist)
	}
	return found, nil
}

// RootOf returns the CLI's home that a rollout lies in, or the empty string when it lies elsewhere.
func RootOf(path string) string {
	for folder := filepath.Dir(path); folder != filepath.Dir(folder); folder = filepath.Dir(folder) {
		if base := filepath.Base(folder); base == sessionsFolder || base == archiveFolder {
			return filepath.Dir(folder)
		}
	}
	return ""
}
