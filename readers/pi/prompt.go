package pi

import (
	"stead/adapters/pi"
	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// prompted returns the items of a user's message: the typed text, then the files that the command line named. A skill
// that the user called by name is the request itself. Other expansions of the CLI – a prompt template, an extension's
// change of the input – leave no trace in the record.
func prompted(content jsonl.Value) []item {
	items := said(timeline.User, content)
	if len(items) == 0 || items[0].isStrange || len(items[0].texts) == 0 {
		return items
	}
	prompt := &items[0]
	if name, typed, ok := pi.SkillCalled(prompt.texts[0]); ok && len(prompt.texts) == 1 {
		prompt.origin = &timeline.Origin{Kind: timeline.Command, Name: "skill:" + name, Typed: typed}
		return items
	}
	files, rest := pi.SplitFiles(prompt.texts[0])
	if len(files) == 0 {
		return items
	}
	prompt.texts[0] = rest
	pictures := picturesOf(files, prompt)
	for _, file := range files {
		i := item{kind: timeline.User, isShown: true, texts: []timeline.Text{file.Text},
			origin: &timeline.Origin{Kind: timeline.Mention, Name: file.Name}}
		if file.IsPicture && len(pictures) > 0 {
			i.pictures, pictures = pictures[:1], pictures[1:]
		}
		items = append(items, i)
	}
	return items
}

// picturesOf removes the pictures from a prompt if each belongs to a file.
func picturesOf(files []pi.File, prompt *item) []picture {
	named := 0
	for _, file := range files {
		if file.IsPicture {
			named++
		}
	}
	if named != len(prompt.pictures) {
		return nil
	}
	pictures := prompt.pictures
	prompt.pictures = nil
	return pictures
}
