package gemini

import (
	"errors"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"stead/internal/sys/lazy"
	"stead/internal/sys/regular"
)

// The store: tmp/<slug>/chats/session-*.jsonl, and below it a folder for each session that started sub-agents.
const (
	projectsFolder = "tmp"
	chatsFolder    = "chats"
	sessionPrefix  = "session-"
	// Extension is that of sessions since 0.39, LegacyExtension that of those before: one JSON object each.
	Extension       = ".jsonl"
	LegacyExtension = ".json"
)

// SessionPath returns where stead puts a session of the project with that slug. The name must not end with a dash and
// the first eight characters of the id, as the CLI's own do: when it deletes a file, it deletes all files with the same
// such end (see [Strays]).
func SessionPath(root, slug, id string) string {
	return filepath.Join(ChatsFolder(root, slug), sessionPrefix+"stead-"+id+Extension)
}

// ChatsFolder returns the folder of a project's sessions.
func ChatsFolder(root, slug string) string {
	return filepath.Join(root, projectsFolder, slug, chatsFolder)
}

// AgentsFolder returns the folder of the sessions of a session's sub-agents.
func AgentsFolder(session, id string) string { return filepath.Join(filepath.Dir(session), id) }

// IsSession reports whether a file is a session's, told by its name.
func IsSession(name string) bool {
	extension := filepath.Ext(name)
	return strings.HasPrefix(name, sessionPrefix) && (extension == Extension || extension == LegacyExtension)
}

// nativeName matches the names that the CLI gives.
var nativeName = lazy.Regexp(`-([a-zA-Z0-9]{8})\.jsonl?$`)

// ShortID returns the first eight characters of the session's id, as the name of a file of the CLI's own tells them, or
// the empty string for another name.
func ShortID(name string) string {
	if found := nativeName().FindStringSubmatch(name); found != nil {
		return found[1]
	}
	return ""
}

// MayHold reports whether a file may be that of a session whose id begins with prefix, told by its name.
func MayHold(name, prefix string) bool {
	short := ShortID(name)
	return short == "" || strings.HasPrefix(short, prefix[:min(len(prefix), len(short))])
}

// Found is a file of the store.
type Found struct {
	Path string
	// Slug names the project's folder.
	Slug string
	// Parent is the session that started the sub-agent whose session this is. Empty for any other.
	Parent string
}

// Sessions yields the store's sessions, those of sub-agents too. An old file that the CLI has converted is left out: it
// stays beside the new one. What cannot be read is an error; the range goes on.
func Sessions(root string) iter.Seq2[Found, error] {
	return func(yield func(Found, error) bool) {
		projects, err := readFolder(filepath.Join(root, projectsFolder))
		if err != nil && !yield(Found{}, err) {
			return
		}
		for _, project := range projects {
			if !sessionsOf(root, project.Name(), yield) {
				return
			}
		}
	}
}

func sessionsOf(root, slug string, yield func(Found, error) bool) bool {
	folder := ChatsFolder(root, slug)
	entries, err := readFolder(folder)
	if err != nil {
		return yield(Found{Path: folder}, err)
	}
	for _, entry := range entries {
		found := Found{Path: filepath.Join(folder, entry.Name()), Slug: slug}
		if entry.IsDir() {
			if !agentsOf(found, yield) {
				return false
			}
		} else if regular.IsEntry(entry) && IsSession(entry.Name()) && !isConverted(found.Path) && !yield(found, nil) {
			return false
		}
	}
	return true
}

func agentsOf(parent Found, yield func(Found, error) bool) bool {
	entries, err := readFolder(parent.Path)
	if err != nil {
		return yield(parent, err)
	}
	for _, entry := range entries {
		found := Found{Path: filepath.Join(parent.Path, entry.Name()), Slug: parent.Slug, Parent: filepath.Base(parent.Path)}
		if regular.IsEntry(entry) && filepath.Ext(entry.Name()) == Extension && !yield(found, nil) {
			return false
		}
	}
	return true
}

// readFolder lists a folder. One that is not there, or is none, is empty.
func readFolder(folder string) ([]fs.DirEntry, error) {
	info, err := os.Stat(folder)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) || (err == nil && !info.IsDir()) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return os.ReadDir(folder)
}

func isConverted(path string) bool {
	if filepath.Ext(path) != LegacyExtension {
		return false
	}
	_, err := os.Stat(path + "l")
	return err == nil
}
