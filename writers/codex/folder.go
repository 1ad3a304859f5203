package codex

import (
	"net/url"
	"strings"

	"stead/writers"
)

// folder is the working folder, which the metadata must name.
type folder string

func folderOf(plan writers.Plan) folder {
	if plan.Dir != "" {
		return folder(plan.Dir)
	}
	return "/"
}

// absolute returns the absolute path of a file in the working folder.
func (f folder) absolute(path string) string {
	if strings.HasPrefix(path, "/") {
		return path
	}
	return strings.TrimSuffix(string(f), "/") + "/" + path
}

// fileURL returns a path in the form that the terminal expects.
func fileURL(path string) string { return (&url.URL{Scheme: "file", Path: path}).String() }
