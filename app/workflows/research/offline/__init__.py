"""The offline agents of a research: rules, no AI. They really search the folder, and cite lines it holds."""
