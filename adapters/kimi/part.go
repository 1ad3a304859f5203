package kimi

import (
	"bytes"
	"path/filepath"
	"strings"

	"stead/internal/adapt/encoded"
	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// Part is a part of a message's content or of a tool's output, with the members that stead needs.
type Part struct{ Type, Text, Think, URL jsonl.Value }

// PeekPart parses a part.
func PeekPart(part jsonl.Value) Part {
	var p Part
	for key, value := range jsonl.Members(part) {
		switch string(key) {
		case "type":
			p.Type = value
		case "text":
			p.Text = value
		case "think":
			p.Think = value
		case "imageUrl", "audioUrl", "videoUrl":
			p.URL = value.Get("url")
		}
	}
	return p
}

// IsText reports whether the part is a text that is not empty.
func (p Part) IsText() bool { return p.Type.Is("text") && len(p.Text) > len(`""`) && p.Text.IsString() }

// Medium returns the kind of file that a part holds or names: image, audio or video. It is empty for any other part.
func (p Part) Medium() string {
	switch name := string(inner(p.Type)); name {
	case "image_url", "audio_url", "video_url":
		return strings.TrimSuffix(name, "_url")
	}
	return ""
}

// IsElsewhere reports whether a URL refers to content outside of the session: on the web, or at a service that stores
// files for the CLI (ms://).
func IsElsewhere(url timeline.Text) bool {
	return !url.IsEmpty() && !url.HasPrefix(blobScheme) && !url.HasPrefix("data:")
}

// blobScheme begins the URL of a picture in a file of its own: blobref:image/png;<name>. The CLI moves each picture of
// 4 KB or more to such a file.
const blobScheme = "blobref:"

// Media returns the picture, sound or video of a URL. Agent is the agent's folder, which holds its blobs. Ok is false
// for content that is not part of the session.
func Media(url timeline.Text, agent string) (a timeline.Attachment, ok bool) {
	if url.HasPrefix(blobScheme) {
		media, name, ok := strings.Cut(strings.TrimPrefix(url.String(), blobScheme), ";")
		if !ok || !isBlobName(name) {
			return a, false
		}
		return timeline.Attachment{MediaType: media, Path: filepath.Join(agent, blobsFolder, name),
			Root: filepath.Join(agent, blobsFolder)}, true
	}
	return encoded.ParseDataURL(url)
}

// isBlobName rejects names with which a session could refer to any other file on the machine.
func isBlobName(name string) bool {
	return filepath.IsLocal(name) && name == filepath.Base(name) && name != "."
}

// BlobNames returns the names of the files that hold a line's pictures. It skips names that are not valid.
func BlobNames(line []byte) []string {
	var names []string
	for {
		at := bytes.Index(line, []byte(`"`+blobScheme))
		if at < 0 {
			return names
		}
		line = line[at+1:]
		end := bytes.IndexByte(line, '"')
		if end < 0 {
			return names
		}
		if _, name, ok := bytes.Cut(line[:end], []byte(";")); ok && isBlobName(string(name)) {
			names = append(names, string(name))
		}
		line = line[end:]
	}
}

// BlobPath returns the path of the blob with that name, given the agent's wire file.
func BlobPath(wire, name string) string { return filepath.Join(filepath.Dir(wire), blobsFolder, name) }
