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

// markerName is the file by which a project's folder says whose it is.
const markerName = ".project_root"

// historyFolder holds a second folder of the same slug, with a marker of its own.
const historyFolder = "history"

// registry is projects.json: which slug a project has.
type registry struct {
	Projects map[string]string `json:"projects"`
}

// readRegistry reads the registry. One that is missing or damaged is empty, as it is for the CLI.
func readRegistry(root string) registry {
	var r registry
	content, err := regular.ReadFile(filepath.Join(root, "projects.json"))
	if err != nil || json.Unmarshal(content, &r) != nil {
		return registry{}
	}
	return r
}

// MarkerPath returns where the folder of a slug says whose it is.
func MarkerPath(root, slug string) string {
	return filepath.Join(root, projectsFolder, slug, markerName)
}

// owner returns the project that a folder's marker names, or the empty string where there is none.
func owner(path string) (string, error) {
	content, err := regular.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
		return "", nil
	}
	return strings.TrimSpace(string(content)), err
}

// Slug returns the name of a project's folder by the CLI's own rules: what the registry says unless a marker
// contradicts it, else the folder whose marker names the project, else the first free name that is made from the
// project's. IsNew is set when no folder says that it is the project's: then it needs a marker.
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

// maxSlugs is how many names are tried: a store in which nothing can be read has no free one.
const maxSlugs = 1000

func freeSlug(root, dir string, taken map[string]bool) string {
	slug := slugOf(dir)
	for i := 1; i < maxSlugs && (taken[slug] || !mayBe(root, slug, dir)); i++ {
		slug = fmt.Sprintf("%s-%d", slugOf(dir), i)
	}
	return slug
}

// mayBe reports whether no marker says that the folder of a slug belongs to another project.
func mayBe(root, slug, dir string) bool {
	for _, base := range []string{projectsFolder, historyFolder} {
		if found, err := owner(filepath.Join(root, base, slug, markerName)); err != nil || (found != "" && found != dir) {
			return false
		}
	}
	return true
}

// slugOf makes a slug of a project's path.
func slugOf(dir string) string {
	var words []string
	split := func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') }
	words = strings.FieldsFunc(strings.ToLower(filepath.Base(dir)), split)
	if len(words) == 0 {
		return "project"
	}
	return strings.Join(words, "-")
}

// ProjectHash is what session files say about their project. The CLI demands it and does not look at it.
func ProjectHash(dir string) string {
	sum := sha256.Sum256([]byte(dir))
	return hex.EncodeToString(sum[:])
}

// ProjectOf returns the project whose sessions lie in the folder of a slug, as its marker or the registry tells it.
// Before 0.29 the folder had the hash of the project's path as its name. Empty when nothing tells it.
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

// Place returns the CLI's home and the slug of the folder that a session lies in, or empty strings when it lies
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
