package workdir

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// equivalents returns the folders here that a session's folder means which was recorded under another name: by Windows,
// from outside of a WSL, with other capitals, on a machine on which the user's home has another path.
func (f Finder) equivalents(gone string) (found []Near) {
	for _, name := range f.namesHere(gone) {
		dir, ok := inAnyCase(name)
		if ok && !slices.ContainsFunc(found, func(n Near) bool { return n.Dir == dir }) {
			found = append(found, Near{dir, "the same folder, by the name that it has here"})
		}
	}
	return found
}

// namesHere returns the paths that a folder may have here.
func (f Finder) namesHere(gone string) (names []string) {
	path := gone
	if !filepath.IsAbs(gone) {
		path = strings.ReplaceAll(gone, `\`, "/")
	}
	drive, afterDrive, isDrive := strings.Cut(path, ":/")
	switch {
	case isDrive && len(drive) == 1:
		path = "/" + afterDrive
		names = append(names, "/mnt/"+strings.ToLower(drive)+path) // where a WSL has the drives of Windows
	// what Windows calls the folders of a WSL
	case strings.HasPrefix(path, "//wsl.localhost/"), strings.HasPrefix(path, "//wsl$/"):
		_, share, _ := strings.Cut(path[len("//"):], "/")
		_, inside, _ := strings.Cut(share, "/")
		path = "/" + inside
		names = append(names, path)
	default:
		names = append(names, path)
	}
	if rest, isHome := belowAHome(path); isHome {
		names = append(names, filepath.Join(f.Home, rest))
	}
	return names
}

// belowAHome returns the path below a user's home, where one is named: /home/NAME, /Users/NAME, /mnt/c/Users/NAME.
func belowAHome(path string) (rest string, isHome bool) {
	parts := strings.Split(strings.Trim(path, "/"), "/")
	if len(parts) > 2 && parts[0] == "mnt" {
		parts = parts[2:]
	}
	if len(parts) < 3 || !strings.EqualFold(parts[0], "home") && !strings.EqualFold(parts[0], "users") {
		return "", false
	}
	return strings.Join(parts[2:], "/"), true
}

// inAnyCase returns the folder of a path whose capitals need not be right.
func inAnyCase(path string) (string, bool) {
	if !filepath.IsAbs(path) {
		return "", false
	}
	at := string(filepath.Separator)
	for name := range strings.SplitSeq(strings.Trim(filepath.Clean(path), "/"), "/") {
		next := filepath.Join(at, name)
		if _, err := os.Stat(next); err != nil {
			next = sibling(at, name)
		}
		if next == "" {
			return "", false
		}
		at = next
	}
	info, err := os.Stat(at)
	return at, err == nil && info.IsDir()
}

// sibling returns what is in a folder under a name in other capitals; empty for nothing.
func sibling(folder, name string) string {
	entries, _ := os.ReadDir(folder) // what cannot be read has none
	for _, entry := range entries {
		if strings.EqualFold(entry.Name(), name) {
			return filepath.Join(folder, entry.Name())
		}
	}
	return ""
}
