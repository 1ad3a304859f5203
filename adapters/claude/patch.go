package claude

import (
	"path/filepath"
	"strings"

	"stead/timeline"
)

// translatePatch converts a patch in the apply_patch grammar to the tool that draws it best. A change to one place of
// one file becomes an Edit, one new file a Write. Everything else becomes a shell command that contains the patch
// unchanged.
func translatePatch(patch, dir string) Translation {
	lines := strings.Split(strings.TrimSuffix(patch, "\n"), "\n")
	if len(lines) > 3 && lines[0] == "*** Begin Patch" && lines[len(lines)-1] == "*** End Patch" {
		header, body := lines[1], lines[2:len(lines)-1]
		if path, ok := strings.CutPrefix(header, "*** Add File: "); ok {
			if t, ok := addition(absolute(path, dir), body); ok {
				return t
			}
		}
		if path, ok := strings.CutPrefix(header, "*** Update File: "); ok {
			if t, ok := change(absolute(path, dir), body); ok {
				return t
			}
		}
	}
	o := timeline.NewObject(nil)
	o.String("command", "apply_patch <<'PATCH'\n"+strings.TrimSuffix(patch, "\n")+"\nPATCH")
	o.String("description", "Apply a patch")
	return Translation{Name: "Bash", Input: o.End()}
}

func absolute(path, dir string) string {
	if filepath.IsAbs(path) || dir == "" {
		return path
	}
	return filepath.Join(dir, path)
}

func addition(path string, body []string) (Translation, bool) {
	var content strings.Builder
	for _, line := range body {
		text, ok := strings.CutPrefix(line, "+")
		if !ok {
			return Translation{}, false
		}
		content.WriteString(text + "\n")
	}
	o := timeline.NewObject(nil)
	o.String("file_path", path)
	o.String("content", content.String())
	return Translation{Name: "Write", Input: o.End()}, true
}

// change converts an update of one place. It rejects an update that only adds lines, because an Edit needs a text to
// find the place, and one whose hunk describes its place in words, because an Edit would lose them.
func change(path string, body []string) (Translation, bool) {
	if body[0] == "@@" {
		body = body[1:]
	}
	var before, after []string
	for _, line := range body {
		switch {
		case line == "":
			before, after = append(before, ""), append(after, "")
		case line[0] == ' ':
			before, after = append(before, line[1:]), append(after, line[1:])
		case line[0] == '-':
			before = append(before, line[1:])
		case line[0] == '+':
			after = append(after, line[1:])
		default:
			return Translation{}, false
		}
	}
	if strings.Join(before, "") == "" {
		return Translation{}, false
	}
	o := timeline.NewObject(nil)
	o.String("file_path", path)
	o.String("old_string", strings.Join(before, "\n"))
	o.String("new_string", strings.Join(after, "\n"))
	return Translation{Name: "Edit", Input: o.End()}, true
}
