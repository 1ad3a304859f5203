package claude

import (
	"strings"

	"stead/adapters/claude"
	"stead/internal/adapt/encoded"
	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// file is one that the prompt names, or that was read again after a compaction. One of which a part was read is named
// with its lines, as they are typed.
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

// read is a file that is no text.
func read(name, mediaType string, inside jsonl.Value) timeline.Attachment {
	a := timeline.Attachment{Name: name, MediaType: mediaType, Data: textAt(inside, "base64")}
	a.Bytes = encoded.DecodedSize(a.Data.Inner())
	return a
}

// folder is known by the slash at the end of its name.
func folder(a jsonl.Value) []piece {
	return one(timeline.Mention, strings.TrimSuffix(a.Get("path").String(), "/")+"/", textAt(a, "content"))
}

// resource is one of an MCP server. Of one that is no text the model is told its type alone.
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

// instructions are the files of rules as they stood: another CLI reads files of other names.
func instructions(a jsonl.Value) []piece {
	var all []piece
	for file := range jsonl.Elements(a.Get("files")) {
		all = append(all, delivered(timeline.Memory, file.Get("path").String(), textAt(file, "content")))
	}
	return all
}

// skills are those that were loaded before a compaction.
func skills(a jsonl.Value) []piece {
	var all []piece
	for skill := range jsonl.Elements(a.Get("skills")) {
		all = append(all, delivered(timeline.Skill, skill.Get("name").String(), textAt(skill, "content")))
	}
	return all
}
