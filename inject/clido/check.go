package clido

import (
	"os"
	"path/filepath"

	"stead/inject"
)

// Check looks for a configuration. Without any, clido asks for one at a terminal and refuses to run elsewhere.
func (Driver) Check(g inject.Environment) []inject.Finding {
	for _, path := range configurations(g) {
		if _, err := os.Stat(path); err == nil {
			return nil
		}
	}
	return []inject.Finding{{
		Severity: inject.Note,
		Text:     "clido is not configured here: it asks for a provider first, and headless runs end with an error",
		Remedy:   "run clido init",
	}}
}

// configurations returns the files that can configure clido.
func configurations(g inject.Environment) []string {
	if path := g.Host.Getenv("CLIDO_CONFIG"); path != "" {
		return []string{path}
	}
	folder := g.Host.Getenv("XDG_CONFIG_HOME")
	if !filepath.IsAbs(folder) {
		folder = filepath.Join(g.Host.Home, ".config")
	}
	paths := []string{
		filepath.Join(folder, "clido", "config.toml"),
		filepath.Join(g.Host.Home, "Library", "Application Support", "clido", "config.toml"),
	}
	for dir := g.Dir; dir != "" && dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		paths = append(paths, filepath.Join(dir, ".clido", "config.toml"))
	}
	return paths
}
