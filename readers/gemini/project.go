package gemini

import (
	"strings"

	format "stead/adapters/gemini"
	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// projectOf returns the project of a session: whose folder it lies in, or else the folder that it names itself.
func projectOf(path, named string) string {
	if root, slug := format.Place(path); root != "" {
		if project := format.ProjectOf(root, slug); project != "" {
			return project
		}
	}
	return named
}

// firstFolder returns the first working folder that a header names. Only some have any.
func firstFolder(header jsonl.Value) string {
	for folder := range jsonl.Elements(header.Get("directories")) {
		return folder.String()
	}
	return ""
}

// folderIn returns the first working folder that the description of the surroundings names.
func folderIn(preamble timeline.Text) string {
	_, rest, ok := strings.Cut(preamble.Head(2048), "Workspace Directories:**\n  - ")
	folder, _, ended := strings.Cut(rest, "\n")
	if !ok || !ended {
		return ""
	}
	return folder
}
