"""Text with places from PDF, DOCX, HTML, tables, notebooks and mail, read in a limited child process.

A document becomes plain lines. What cites one names lines, as of any text; the place a line stands in – a
page, a heading, a cell – is found from its number.
"""
