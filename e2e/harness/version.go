package harness

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
)

// Version returns the version of a CLI that npm has installed: that of the package that contains its program.
func Version(name string) (string, error) {
	known, err := findCLI(name)
	if err != nil {
		return "", err
	}
	path, err := known.source()
	if err == nil {
		path, err = filepath.EvalSymlinks(path)
	}
	if err != nil {
		return "", err
	}
	for folder := filepath.Dir(path); folder != filepath.Dir(folder); folder = filepath.Dir(folder) {
		content, err := os.ReadFile(filepath.Join(folder, "package.json"))
		if err != nil {
			continue
		}
		var manifest struct{ Version string }
		if err := json.Unmarshal(content, &manifest); err == nil && manifest.Version != "" {
			return manifest.Version, nil
		}
	}
	return "", fmt.Errorf("%s lies in no package", path)
}
