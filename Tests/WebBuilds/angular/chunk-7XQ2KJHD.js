var e=class{};export{e as AdminComponent};
