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

// The folders below the CLI's home that contain rollouts.
const (
	sessionsFolder = "sessions"
	archiveFolder  = "archived_sessions"
)

// Extensions of rollouts. A compressed file counts only if there is no plain file with the same name next to it.
const (
	Extension           = ".jsonl"
	CompressedExtension = ".jsonl.zst"
)

// idLength is the length of a UUID, which ends the name of each rollout.
const idLength = 36

// Path returns where the CLI puts the rollout of a session that begins at the given time. Folder and name contain that
// time in its own location: the CLI uses local time there, and UTC inside the file.
func Path(root, id string, begin time.Time) string {
	name := "rollout-" + begin.Format("2006-01-02T15-04-05") + "-" + id + Extension
	return filepath.Join(Day(root, begin), name)
}

// Day returns the folder in which the CLI creates the rollouts of a day.
func Day(root string, day time.Time) string {
	return filepath.Join(root, sessionsFolder, day.Format("2006"), day.Format("01"), day.Format("02"))
}

// RolloutName is the information in the name of a rollout.
type RolloutName struct {
	// Thread is the id of the session, Rollout that of the file. They are equal for the session's first file, and
	// differ for each file in which the CLI continues after a rewind (0.169.0 and 0.171.0:
	// rollout-<time>-<thread>_<rollout>.jsonl). Both are empty for any other file.
	Thread, Rollout string
}

// NameOf parses the name of a file.
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

// IsFirst reports whether the file is the one that its session began with.
func (n RolloutName) IsFirst() bool { return n.Thread == n.Rollout }

// SessionID returns the session's id from the name of a rollout, or the empty string for any other file.
func SessionID(path string) string { return NameOf(path).Thread }

// LaterPath returns the path of a new file of a session that begins at the given time.
func LaterPath(root, id, rollout string, begin time.Time) string {
	return Path(root, id+"_"+rollout, begin)
}

// Rollouts yields the paths of all rollouts in the store, including archived ones, and compressed ones even next to
// their plain form. It yields an error for what it cannot read, and continues.
func Rollouts(root string) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		for _, folder := range []string{sessionsFolder, archiveFolder} {
			err := filepath.WalkDir(filepath.Join(root, folder), func(path string, entry fs.DirEntry, err error) error {
				if errors.Is(err, fs.ErrNotExist) {
					return nil // no such folder yet, or the CLI has moved the file meanwhile
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

// isRollout checks the name, and the kind of the entry, because opening a pipe would wait for its writer.
func isRollout(path string, entry fs.DirEntry) bool {
	return regular.IsEntry(entry) && SessionID(path) != ""
}

// Find returns the path of a session's rollout in the store: the first file if there are several, the plain one if
// there are two forms. The error wraps fs.ErrNotExist if there is none.
func Find(root, id string) (string, error) {
	return find(root, id, func(n RolloutName) bool { return n.Thread == id })
}

// FindRollout is like [Find], for the id of a single file.
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

// RootOf returns the CLI's home that contains a rollout, or the empty string if the rollout is elsewhere.
func RootOf(path string) string {
	for folder := filepath.Dir(path); folder != filepath.Dir(folder); folder = filepath.Dir(folder) {
		if base := filepath.Base(folder); base == sessionsFolder || base == archiveFolder {
			return filepath.Dir(folder)
		}
	}
	return ""
}
