package claude

import (
	"strings"

	"stead/adapters/claude"
	"stead/internal/adapt/encoded"
	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// file returns a file that the prompt names, or that was read again after a compaction. If only a part was read, its
// name includes the lines, as typed by the user.
func file(a jsonl.Value) []piece {
	content, name := a.Get("content"), a.Get("filename").String()
	inside := content.Get("file")
	switch content.Get("type").String() {
	case "text":
		return one(timeline.Mention, claude.NameOfLines(name, inside.Get("startLine").Int(), inside.Get("numLines").Int(),
			inside.Get("totalLines").Int()),
			textAt(inside, "content"))
	case "notebook":
		return one(timeline.Mention, name, timeline.NewText(string(inside.Get("cells"))))
	case "image":
		return []piece{delivered(timeline.Mention, name, timeline.Text{}, read(name, inside.Get("type").String(), inside))}
	case "pdf":
		return []piece{delivered(timeline.Mention, name, timeline.Text{}, read(name, "application/pdf", inside))}
	}
	return nil
}

// read returns a file that is not text.
func read(name, mediaType string, inside jsonl.Value) timeline.Attachment {
	a := timeline.Attachment{Name: name, MediaType: mediaType, Data: textAt(inside, "base64")}
	a.Bytes = encoded.DecodedSize(a.Data.Inner())
	return a
}

// folder returns a folder. The slash at the end of its name distinguishes it.
func folder(a jsonl.Value) []piece {
	return one(timeline.Mention, strings.TrimSuffix(a.Get("path").String(), "/")+"/", textAt(a, "content"))
}

// resource returns a resource of an MCP server. For binary content, the model receives only its type.
func resource(a jsonl.Value) []piece {
	var texts []timeline.Text
	for part := range jsonl.Elements(a.Get("content", "contents")) {
		switch {
		case part.Get("text").IsString():
			texts = append(texts, textAt(part, "text"))
		case part.Get("blob") != nil:
			texts = append(texts, said("[Binary content: ", part.Get("mimeType"), "]"))
		}
	}
	if len(texts) == 0 {
		texts = []timeline.Text{timeline.NewText("(No content)")}
	}
	return one(timeline.Mention, a.Get("server").String()+":"+a.Get("uri").String(), timeline.Join(texts, "\n"))
}

func memories(a jsonl.Value) []piece {
	var all []piece
	for memory := range jsonl.Elements(a.Get("memories")) {
		all = append(all, delivered(timeline.Memory, memory.Get("path").String(), textAt(memory, "content")))
	}
	return all
}

// instructions returns the files of rules with their content at the time, because another CLI reads files with other
// names.
func instructions(a jsonl.Value) []piece {
	var all []piece
	for file := range jsonl.Elements(a.Get("files")) {
		all = append(all, delivered(timeline.Memory, file.Get("path").String(), textAt(file, "content")))
	}
	return all
}

// skills returns the skills that were loaded before a compaction.
func skills(a jsonl.Value) []piece {
	var all []piece
	for skill := range jsonl.Elements(a.Get("skills")) {
		all = append(all, delivered(timeline.Skill, skill.Get("name").String(), textAt(skill, "content")))
	}
	return all
}
