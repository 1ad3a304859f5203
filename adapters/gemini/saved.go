package gemini

import (
	"crypto/sha256"
	"encoding/hex"
	"iter"
	"net/url"
	"path/filepath"
	"strings"

	"stead/internal/sys/lazy"
	"stead/internal/sys/regular"
)

// savedPrefix begins the names of the chats that /chat save keeps, in the folder of a project beside those of its
// sessions. The tag follows, as a part of an address would be written (0.61.0).
const savedPrefix = "checkpoint-"

// IsSaved reports whether a file is a saved chat, told by its name.
func IsSaved(name string) bool {
	return strings.HasPrefix(name, savedPrefix) && filepath.Ext(name) == LegacyExtension
}

// SavedTag returns what the user calls a saved chat.
func SavedTag(path string) string {
	name := strings.TrimSuffix(strings.TrimPrefix(filepath.Base(path), savedPrefix), LegacyExtension)
	if tag, err := url.PathUnescape(name); err == nil {
		return tag
	}
	return name
}

var notPlain = lazy.Regexp(`[^A-Za-z0-9]+`)

// maxTag is how much of a tag stands in an id.
const maxTag = 64

// SavedID returns the id of a saved chat, which itself has none. Other projects may have chats of the same tag, and
// lists show the beginnings of ids.
func SavedID(path string) string {
	_, slug := Place(path)
	sum := sha256.Sum256([]byte(slug + "/" + filepath.Base(path)))
	tag := strings.Trim(notPlain().ReplaceAllString(SavedTag(path), "-"), "-")
	return hex.EncodeToString(sum[:4]) + "-" + savedPrefix + tag[:min(len(tag), maxTag)]
}

// SavedChats yields the chats that the user has saved. What cannot be read is an error; the range goes on.
func SavedChats(root string) iter.Seq2[Found, error] {
	return func(yield func(Found, error) bool) {
		projects, err := readFolder(filepath.Join(root, projectsFolder))
		if err != nil {
			return // the sessions have named it
		}
		for _, project := range projects {
			if !savedIn(filepath.Join(root, projectsFolder, project.Name()), project.Name(), yield) {
				return
			}
		}
	}
}

func savedIn(folder, slug string, yield func(Found, error) bool) bool {
	entries, err := readFolder(folder)
	if err != nil {
		return yield(Found{Path: folder}, err)
	}
	for _, entry := range entries {
		found := Found{Path: filepath.Join(folder, entry.Name()), Slug: slug}
		if regular.IsEntry(entry) && IsSaved(entry.Name()) && !yield(found, nil) {
			return false
		}
	}
	return true
}
