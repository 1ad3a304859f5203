package gemini

import (
	"strings"

	format "stead/adapters/gemini"
	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// projectOf returns the project of a session: the owner of the folder that contains it, or else the folder that the
// session itself names.
func projectOf(path, named string) string {
	if root, slug := format.Place(path); root != "" {
		if project := format.ProjectOf(root, slug); project != "" {
			return project
		}
	}
	return named
}

// firstFolder returns the first working folder that a header names. Only some headers name any.
func firstFolder(header jsonl.Value) string {
	for folder := range jsonl.Elements(header.Get("directories")) {
		return folder.String()
	}
	return ""
}

// folderIn returns the first working folder in a session context.
func folderIn(preamble timeline.Text) string {
	_, rest, ok := strings.Cut(preamble.Head(2048), "Workspace Directories:**\n  - ")
	folder, _, ended := strings.Cut(rest, "\n")
	if !ok || !ended {
		return ""
	}
	return folder
}
