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

// savedPrefix begins the names of the files that /chat save writes, in a project's folder next to the folder of its
// sessions. The tag follows, URL-escaped (0.61.0).
const savedPrefix = "checkpoint-"

// IsSaved reports whether a file is a saved chat, according to its name.
func IsSaved(name string) bool {
	return strings.HasPrefix(name, savedPrefix) && filepath.Ext(name) == LegacyExtension
}

// SavedTag returns the tag that the user gave a saved chat.
func SavedTag(path string) string {
	name := strings.TrimSuffix(strings.TrimPrefix(filepath.Base(path), savedPrefix), LegacyExtension)
	if tag, err := url.PathUnescape(name); err == nil {
		return tag
	}
	return name
}

var notPlain = lazy.Regexp(`[^A-Za-z0-9]+`)

// maxTag is the maximum length of the tag in an id.
const maxTag = 64

// SavedID returns an id for a saved chat, which has none itself. It begins with a hash, because other projects may have
// chats with the same tag, and lists show the beginnings of ids.
func SavedID(path string) string {
	_, slug := Place(path)
	sum := sha256.Sum256([]byte(slug + "/" + filepath.Base(path)))
	tag := strings.Trim(notPlain().ReplaceAllString(SavedTag(path), "-"), "-")
	return hex.EncodeToString(sum[:4]) + "-" + savedPrefix + tag[:min(len(tag), maxTag)]
}

// SavedChats yields the chats that the user saved. It yields an error for each folder that it cannot read, and
// continues.
func SavedChats(root string) iter.Seq2[Found, error] {
	return func(yield func(Found, error) bool) {
		projects, err := readFolder(filepath.Join(root, projectsFolder))
		if err != nil {
			return // Sessions yields the same error
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
