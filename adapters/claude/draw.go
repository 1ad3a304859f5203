package claude

import (
	"bytes"
	"strings"

	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// DrawResult returns the member toolUseResult of a result's record. The CLI draws the result from it and never sends it
// to the model. Name and input are those of the native call, output is the text for the model. Nil means that the CLI
// does not need the member.
func DrawResult(name string, input jsonl.Value, output timeline.Text, result *timeline.Entry) []byte {
	if !result.Success {
		return timeline.Concat(timeline.NewText("Error: "), output).JSON()
	}
	if !canDraw(name, input) {
		return nil
	}
	switch name {
	case "Bash":
		return drawBash(output)
	case "Read":
		return drawRead(input, output, result.Attachments)
	case "Edit":
		return drawEdit(input)
	case "Write":
		return drawWrite(input)
	case "AskUserQuestion":
		return drawAnswers(input, output)
	}
	return nil
}

// repeated are the arguments that the drawing of a result repeats. They are texts.
var repeated = map[string][]string{
	"Read": {"file_path"}, "Edit": {"file_path", "old_string", "new_string"}, "Write": {"file_path", "content"},
}

// canDraw reports whether a call has what its drawing needs. Another CLI may have a tool with the same name and other
// arguments.
func canDraw(name string, input jsonl.Value) bool {
	for _, argument := range repeated[name] {
		if !input.Get(argument).IsString() {
			return false
		}
	}
	return name != "AskUserQuestion" || len(input.Get("questions")) > 0
}

// drawAnswers gives each question the whole output as its answer, because the boundaries of the answers are unknown.
func drawAnswers(input jsonl.Value, output timeline.Text) []byte {
	o := timeline.NewObject(nil)
	o.Raw("questions", input.Get("questions"))
	o.Append("answers", func(dst []byte) []byte {
		answers := timeline.NewObject(dst)
		for question := range jsonl.Elements(input.Get("questions")) {
			answers.Text(question.Get("question").String(), output)
		}
		return answers.End()
	})
	return o.End()
}

func drawBash(output timeline.Text) []byte {
	o := timeline.NewObject(nil)
	o.Text("stdout", output)
	o.String("stderr", "")
	o.Bool("interrupted", false)
	o.Bool("isImage", false)
	o.Bool("noOutputExpected", false)
	return o.End()
}

func drawRead(input jsonl.Value, output timeline.Text, attachments []timeline.Attachment) []byte {
	o := timeline.NewObject(nil)
	if len(attachments) > 0 && !attachments[0].Data.IsEmpty() {
		o.String("type", "image")
		o.Append("file", func(dst []byte) []byte {
			file := timeline.NewObject(dst)
			file.Text("base64", attachments[0].Data)
			file.String("type", attachments[0].MediaType)
			file.Int("originalSize", attachments[0].Bytes)
			return file.End()
		})
		return o.End()
	}
	lines := int64(bytes.Count(output.Inner(), []byte(`\n`)) + 1)
	o.String("type", "text")
	o.Append("file", func(dst []byte) []byte {
		file := timeline.NewObject(dst)
		file.Raw("filePath", input.Get("file_path"))
		file.Text("content", output)
		file.Int("numLines", lines)
		file.Int("startLine", max(1, input.Get("offset").Int()))
		file.Int("totalLines", lines)
		return file.End()
	})
	return o.End()
}

func drawWrite(input jsonl.Value) []byte {
	o := timeline.NewObject(nil)
	o.String("type", "create")
	o.Raw("filePath", input.Get("file_path"))
	o.Raw("content", input.Get("content"))
	o.Raw("structuredPatch", []byte("[]"))
	o.Raw("originalFile", []byte("null"))
	o.Bool("userModified", false)
	return o.End()
}

// drawEdit makes a diff of the change alone, because the surrounding lines and the line number are unknown.
func drawEdit(input jsonl.Value) []byte {
	before, after := input.Get("old_string"), input.Get("new_string")
	o := timeline.NewObject(nil)
	o.Raw("filePath", input.Get("file_path"))
	o.Raw("oldString", before)
	o.Raw("newString", after)
	o.Raw("originalFile", []byte("null"))
	o.Append("structuredPatch", func(dst []byte) []byte {
		old, now := strings.Split(before.String(), "\n"), strings.Split(after.String(), "\n")
		hunk := timeline.NewObject(append(dst, '['))
		hunk.Int("oldStart", 1)
		hunk.Int("oldLines", int64(len(old)))
		hunk.Int("newStart", 1)
		hunk.Int("newLines", int64(len(now)))
		hunk.Append("lines", func(dst []byte) []byte { return appendDiff(dst, old, now) })
		return append(hunk.End(), ']')
	})
	o.Bool("userModified", false)
	o.Bool("replaceAll", input.Get("replace_all").Bool())
	return o.End()
}

// appendDiff appends the lines of a hunk. Common lines at the beginning and the end become context.
func appendDiff(dst []byte, old, now []string) []byte {
	head := 0
	for head < len(old) && head < len(now) && old[head] == now[head] {
		head++
	}
	tail := 0
	for tail < len(old)-head && tail < len(now)-head && old[len(old)-1-tail] == now[len(now)-1-tail] {
		tail++
	}
	dst = append(dst, '[')
	for _, part := range []struct {
		prefix string
		lines  []string
	}{{" ", old[:head]}, {"-", old[head : len(old)-tail]}, {"+", now[head : len(now)-tail]}, {" ", old[len(old)-tail:]}} {
		for _, line := range part.lines {
			if dst[len(dst)-1] != '[' {
				dst = append(dst, ',')
			}
			dst = timeline.AppendString(dst, part.prefix+line)
		}
	}
	return append(dst, ']')
}
