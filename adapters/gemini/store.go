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
	// Extension is the extension of sessions since 0.39. LegacyExtension is that of earlier sessions, which are one JSON
	// object each.
	Extension       = ".jsonl"
	LegacyExtension = ".json"
)

// SessionPath returns the path at which stead puts a session of the project with that slug. Unlike the CLI's own names,
// the name must not end with a dash and the first eight characters of the id: when the CLI deletes a file, it deletes
// all files with the same ending (see [Strays]).
func SessionPath(root, slug, id string) string {
	return filepath.Join(ChatsFolder(root, slug), sessionPrefix+"stead-"+id+Extension)
}

// ChatsFolder returns the folder of a project's sessions.
func ChatsFolder(root, slug string) string {
	return filepath.Join(root, projectsFolder, slug, chatsFolder)
}

// AgentsFolder returns the folder of the sessions of a session's sub-agents.
func AgentsFolder(session, id string) string { return filepath.Join(filepath.Dir(session), id) }

// IsSession reports whether a file is a session, according to its name.
func IsSession(name string) bool {
	extension := filepath.Ext(name)
	return strings.HasPrefix(name, sessionPrefix) && (extension == Extension || extension == LegacyExtension)
}

// nativeName matches the file names that the CLI itself chooses.
var nativeName = lazy.Regexp(`-([a-zA-Z0-9]{8})\.jsonl?$`)

// ShortID returns the first eight characters of the session's id from a file name that the CLI chose, or the empty
// string for any other name.
func ShortID(name string) string {
	if found := nativeName().FindStringSubmatch(name); found != nil {
		return found[1]
	}
	return ""
}

// MayHold reports whether a file's name allows it to hold a session whose id begins with prefix.
func MayHold(name, prefix string) bool {
	short := ShortID(name)
	return short == "" || strings.HasPrefix(short, prefix[:min(len(prefix), len(short))])
}

// Found is a file of the store.
type Found struct {
	Path string
	// Slug names the project's folder.
	Slug string
	// Parent is the session that started the sub-agent that the file belongs to. It is empty for any other session.
	Parent string
}

// Sessions yields the store's sessions, including those of sub-agents. It skips an old file that the CLI has converted,
// because the CLI keeps it next to the new one. It yields an error for each folder that it cannot read, and continues.
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

// readFolder lists a folder. If the path does not exist or is not a folder, the list is empty.
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
