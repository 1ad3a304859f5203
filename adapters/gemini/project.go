package gemini

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"stead/internal/sys/regular"
)

// markerName is the file that names the project to which a project folder belongs.
const markerName = ".project_root"

// historyFolder holds a second folder with the same slug, which has a marker of its own.
const historyFolder = "history"

// registry is projects.json, which maps projects to slugs.
type registry struct {
	Projects map[string]string `json:"projects"`
}

// readRegistry reads the registry. A missing or damaged registry counts as empty, as in the CLI.
func readRegistry(root string) registry {
	var r registry
	content, err := regular.ReadFile(filepath.Join(root, "projects.json"))
	if err != nil || json.Unmarshal(content, &r) != nil {
		return registry{}
	}
	return r
}

// MarkerPath returns the path of the marker in the folder of a slug.
func MarkerPath(root, slug string) string {
	return filepath.Join(root, projectsFolder, slug, markerName)
}

// owner returns the project that a marker names, or the empty string if there is no marker.
func owner(path string) (string, error) {
	content, err := regular.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
		return "", nil
	}
	return strings.TrimSpace(string(content)), err
}

// Slug returns the name of a project's folder by the CLI's own rules. It is the registry's slug unless a marker
// contradicts it, else the folder whose marker names the project, else the first free name derived from the project's
// name. IsNew reports that no marker assigns the folder to the project: the folder then needs a marker.
func Slug(root, dir string) (slug string, isNew bool) {
	r := readRegistry(root)
	if slug = r.Projects[dir]; slug != "" && mayBe(root, slug, dir) {
		found, err := owner(MarkerPath(root, slug))
		return slug, err == nil && found == ""
	}
	for _, base := range []string{projectsFolder, historyFolder} {
		entries, _ := os.ReadDir(filepath.Join(root, base))
		for _, entry := range entries {
			if found, err := owner(filepath.Join(root, base, entry.Name(), markerName)); err == nil && found == dir {
				return entry.Name(), base == historyFolder
			}
		}
	}
	taken := map[string]bool{}
	for project, slug := range r.Projects {
		taken[slug] = project != dir
	}
	return freeSlug(root, dir, taken), true
}

// maxSlugs is the maximum number of names to try. In an unreadable store, no name would ever be free.
const maxSlugs = 1000

func freeSlug(root, dir string, taken map[string]bool) string {
	slug := slugOf(dir)
	for i := 1; i < maxSlugs && (taken[slug] || !mayBe(root, slug, dir)); i++ {
		slug = fmt.Sprintf("%s-%d", slugOf(dir), i)
	}
	return slug
}

// mayBe reports whether the folder of a slug can belong to the project: no marker names another one.
func mayBe(root, slug, dir string) bool {
	for _, base := range []string{projectsFolder, historyFolder} {
		if found, err := owner(filepath.Join(root, base, slug, markerName)); err != nil || (found != "" && found != dir) {
			return false
		}
	}
	return true
}

// slugOf derives a slug from a project's path.
func slugOf(dir string) string {
	var words []string
	split := func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') }
	words = strings.FieldsFunc(strings.ToLower(filepath.Base(dir)), split)
	if len(words) == 0 {
		return "project"
	}
	return strings.Join(words, "-")
}

// ProjectHash returns the project's hash for session files. The CLI requires it but does not check it.
func ProjectHash(dir string) string {
	sum := sha256.Sum256([]byte(dir))
	return hex.EncodeToString(sum[:])
}

// ProjectOf returns the project whose sessions are in the folder of a slug, according to its marker or the registry.
// Before 0.29, the name of the folder was the hash of the project's path. The result is empty if neither names a
// project.
func ProjectOf(root, slug string) string {
	if found, err := owner(MarkerPath(root, slug)); err == nil && found != "" {
		return found
	}
	for dir, name := range readRegistry(root).Projects {
		if name == slug || ProjectHash(dir) == slug {
			return dir
		}
	}
	return ""
}

// Place returns the CLI's home and the slug of the folder that holds a session, or empty strings if the session is
// elsewhere.
func Place(path string) (root, slug string) {
	if project := filepath.Dir(path); IsSaved(filepath.Base(path)) &&
		filepath.Base(filepath.Dir(project)) == projectsFolder {
		return filepath.Dir(filepath.Dir(project)), filepath.Base(project)
	}
	for folder := filepath.Dir(path); folder != filepath.Dir(folder); folder = filepath.Dir(folder) {
		project := filepath.Dir(folder)
		if filepath.Base(folder) == chatsFolder && filepath.Base(filepath.Dir(project)) == projectsFolder {
			return filepath.Dir(filepath.Dir(project)), filepath.Base(project)
		}
	}
	return "", ""
}
