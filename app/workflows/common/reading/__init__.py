"""Reading what models write where fields were asked for: tolerant of form, strict of meaning.

Thoughts and wrappings go first (`thoughts`), then the JSON in the reply is found (`finding`) and mended
(`mending`), else its headings, lines or tags are read as fields (`outline`); `coercion` brings names and
shapes to the reply's model, and `readable` turns what fits nowhere into words a person can read.
"""
