package pi

import (
	"bytes"

	"stead/timeline"
)

// File is a file that the user named on the command line ("pi @notes.txt"). The CLI puts it before the prompt (0.87.1,
// cli/file-processor.js):
//
//	<file name="/home/user/notes.txt">
//	its lines
//	</file>
//	<file name="/home/user/shot.png"></file>
//
// A picture follows the prompt as a block of its own. Its tags enclose nothing, or a note on how the CLI scaled it
// down. The CLI does not escape names.
type File struct {
	Name string
	Text timeline.Text
	// IsPicture is true for a picture, even one that the CLI could not use.
	IsPicture bool
}

// The marks of files, in their JSON form.
var (
	fileBegin = inner(`<file name="`)
	nameEnd   = inner(`">`)
	fileEnd   = inner("</file>\n")
	lineEnd   = inner("\n")
)

func inner(text string) []byte { return timeline.NewText(text).Inner() }

// SplitFiles removes the files from the front of a prompt. It returns a prompt that holds nothing but files unchanged,
// because the files are then the prompt itself.
func SplitFiles(prompt timeline.Text) (files []File, rest timeline.Text) {
	rest = prompt
	for {
		file, after, ok := cutFile(rest)
		if !ok {
			break
		}
		files, rest = append(files, file), after
	}
	if rest.IsBlank() {
		return nil, prompt
	}
	return files, rest
}

func cutFile(text timeline.Text) (file File, rest timeline.Text, ok bool) {
	all := text.Inner()
	named, ok := bytes.CutPrefix(all, fileBegin)
	if !ok {
		return File{}, text, false
	}
	name, body, ok := bytes.Cut(named, nameEnd)
	if !ok || bytes.Contains(name, lineEnd) {
		return File{}, text, false
	}
	from := len(all) - len(body)
	file = File{Name: text.Slice(len(fileBegin), len(fileBegin)+len(name)).String(),
		IsPicture: !bytes.HasPrefix(body, lineEnd)}
	end := fileEnd
	if !file.IsPicture {
		from, body = from+len(lineEnd), body[len(lineEnd):]
		end = append(bytes.Clone(lineEnd), fileEnd...)
	}
	at := bytes.Index(body, end)
	if at < 0 {
		return File{}, text, false
	}
	file.Text = text.Slice(from, from+at)
	return file, text.Slice(from+at+len(end), len(all)), true
}

// The marks of a skill that the user called by name ("/skill:release version 2"). The prompt is the skill's text,
// followed by the text that the user typed after the name (0.87.1, core/agent-session.js, which recognizes its own
// prompts by the same marks).
var (
	skillBegin = inner(`<skill name="`)
	skillHead  = inner(`" location="`)
	skillEnd   = inner("\n</skill>")
	blankLine  = inner("\n\n")
)

// SkillCalled returns the name of the skill whose text a prompt holds, and the line that the user typed to call it.
func SkillCalled(prompt timeline.Text) (name string, typed timeline.Text, ok bool) {
	all := prompt.Inner()
	named, ok := bytes.CutPrefix(all, skillBegin)
	if !ok {
		return "", timeline.Text{}, false
	}
	raw, body, ok := bytes.Cut(named, skillHead)
	at := bytes.LastIndex(body, skillEnd)
	if !ok || at < 0 || bytes.Contains(raw, lineEnd) {
		return "", timeline.Text{}, false
	}
	name = prompt.Slice(len(skillBegin), len(skillBegin)+len(raw)).String()
	typed = timeline.NewText("/skill:" + name)
	arguments, hasArguments := bytes.CutPrefix(body[at+len(skillEnd):], blankLine)
	switch {
	case hasArguments:
		typed = timeline.Concat(typed, timeline.NewText(" "), prompt.Slice(len(all)-len(arguments), len(all)))
	case at+len(skillEnd) != len(body):
		return "", timeline.Text{}, false
	}
	return name, typed, true
}
